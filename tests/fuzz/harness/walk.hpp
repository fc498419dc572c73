// Everything that Flatline can make of an archive, made and walked: maps with all products, nodes
// and runtime tables, checks, verdicts. Two walks over the same bytes give the same string.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/harness/promise.hpp"
#include "model/archive_map.hpp"
#include "model/check.hpp"
#include "model/describe.hpp"
#include "model/doom3_geometry.hpp"
#include "model/nodes.hpp"
#include "model/resources.hpp"
#include "model/runtime.hpp"
#include "model/verdict.hpp"
#include "support/doom3_oracle.hpp"
#include "support/geometry_oracle.hpp"
#include "support/load_outcome.hpp"
#include "support/lump_bytes.hpp"
#include "support/map_content.hpp"
#include "support/nodes_tools.hpp"
#include "support/oracle.hpp"
#include "support/runtime_oracle.hpp"

namespace fuzz {

/// Low enough that a bomb is a crash by the malloc limit of the run, not a slow unit.
inline flatline::engine::Limits limits_of(std::uint8_t choice) {
    flatline::engine::Limits limits;
    limits.arena_bytes = 32u << 20;
    limits.inflated_bytes = 8u << 20;
    limits.archive_entries = 4096;
    limits.check_steps = 1u << 16;
    limits.slope_steps = 1u << 16;
    limits.blockmap_cells = 1u << 14;
    limits.surface_points = 4096;
    if ((choice & 1) != 0) {
        limits.archive_entries = 6;
        limits.findings = 3;
        limits.inflated_bytes = 4000;
        limits.container_bytes = 3000;
        limits.vertices = limits.linedefs = 5;
        limits.node_depth = 2;
    }
    return limits;
}

/// The name of a file that is no archive. As ".wad" it is a WAD, broken or not; without a suffix
/// its bytes say what it is, so that bare maps are loaded, too.
inline std::string_view name_of(std::uint8_t choice) { return (choice & 16) != 0 ? "a" : "a.wad"; }

class Walk {
public:
    explicit Walk(std::uint8_t choice) : limits_(limits_of(choice)), choice_(choice) {}

    /// With resources the check asks for names and types.
    std::string over(flatline::engine::Archive& archive,
                     const flatline::engine::Resources* resources = nullptr) {
        look_at(archive);
        for (std::size_t i = 0; i < archive.maps().size() && i < kMaps; ++i) {
            if (archive.maps()[i].format == flatline::engine::MapFormat::doom3) {
                doom3(archive, i);
            } else {
                map(archive, i, resources);
            }
        }
        return std::move(all_);
    }

private:
    static constexpr std::size_t kMaps = 4;

    void look_at(flatline::engine::Archive& archive) {
        // Notes have one limit, warnings and errors another.
        const std::uint64_t notes = archive.finding_count(flatline::engine::Severity::note);
        const std::uint64_t lines = archive.finding_count(flatline::engine::Severity::warning) +
                                    archive.finding_count(flatline::engine::Severity::error);
        require(archive.findings().size() ==
                    std::min(notes, limits_.findings) + std::min(lines, limits_.finding_lines),
                "findings are counted");
        require(!archive.broken() || archive.finding_count(flatline::engine::Severity::error) != 0,
                "broken has a reason");
        for (const flatline::engine::ArchiveFinding& f : archive.findings()) {
            require(f.finding.rule < flatline::engine::rule_rows().size(), "rule");
            require(f.map.empty() || archive.find(f.map) != nullptr, "finding names a map");
            say(f.finding);
            all_ += std::string(f.path) + " " + std::string(f.map) + "\n";
        }
        for (const flatline::engine::MapEntry& entry : archive.maps()) {
            all_ += std::string(entry.path) + " " + std::string(entry.name) + "\n";
            require(!entry.lumps.empty(), "a map has lumps");
        }
    }

    void map(flatline::engine::Archive& archive, std::size_t i,
             const flatline::engine::Resources* resources) {
        flatline::engine::LoadOptions options;
        options.limits = limits_;
        options.products = FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_BLOCKMAP |
                           FLATLINE_PRODUCT_REJECT | FLATLINE_PRODUCT_PLANES;
        if ((choice_ & 2) != 0) options.products |= FLATLINE_PRODUCT_BUILD_NODES;
        if ((choice_ & 4) != 0) options.repair = flatline::engine::Repair::repair;
        options.strict = (choice_ & 8) != 0;
        const auto result = flatline::engine::load_map(archive, i, loader_, options);
        const std::string_view text =
            result ? result.value.textmap()
                   : std::string_view(reinterpret_cast<const char*>(result.text.data()),
                                      result.text.size());
        require_none(oracle::first_fault(result, text));
        all_ += load_outcome::of(result);
        flatline::engine::VerdictInput judged;
        judged.load = &result.findings;
        judged.entry = &archive.maps()[i];
        judged.format = archive.maps()[i].format;
        judged.text = text;
        flatline::engine::FindingList of_check;
        if (result) {
            derived(result.value);
            of_check = check(archive, i, result.value, resources);
            judged.map = &result.value;
            judged.check = &of_check;
        }
        for (const flatline::engine::Verdict& verdict : flatline::engine::judge(judged).of) {
            require(
                verdict.rule.empty() == (verdict.judgement == flatline::engine::Judgement::loads),
                "a verdict has a rule");
            all_ += std::string(verdict.rule) + "\n";
        }
    }

    void derived(const flatline::engine::Map& map) {
        const flatline_arrays& a = map.arrays();
        if (a.nodes.subsector_count != 0) {
            require_none(nodes_tools::first_fault(a.nodes, nodes_tools::view_of(map)));
        }
        require_none(runtime_oracle::first_fault(a.blockmap, a.linedef_count));
        require_none(runtime_oracle::first_fault(a.reject, a.sector_count));
        all_ += map_content::of_products(map);
        flatline::engine::NodesOptions of_nodes;
        of_nodes.limits = limits_;
        const auto nodes = flatline::engine::build_nodes(map, of_nodes);
        require(nodes.memory.used <= nodes.memory.announced, "nodes: memory at most as announced");
        if (nodes && !nodes.value.empty()) {
            require_none(nodes_tools::first_fault(nodes.value.bsp(), nodes_tools::view_of(map)));
            all_ += map_content::of(nodes.value.bsp());
        }
        flatline::engine::RuntimeOptions of_runtime;
        of_runtime.limits = limits_;
        const auto runtime = flatline::engine::build_runtime(map, of_runtime);
        require(runtime.memory.used <= runtime.memory.announced,
                "runtime: memory at most as announced");
        if (!runtime) return;
        require_none(runtime_oracle::first_fault(map, runtime.value.arrays()));
        all_ += map_content::of(runtime.value.arrays());
    }

    flatline::engine::FindingList check(flatline::engine::Archive& archive, std::size_t i,
                                        const flatline::engine::Map& map,
                                        const flatline::engine::Resources* resources) {
        flatline::engine::CheckOptions wanted;
        wanted.limits = limits_;
        wanted.entry = &archive.maps()[i];
        wanted.resources = resources;
        if (resources != nullptr) wanted.levels.set_all(flatline::engine::RuleLevel::warning);
        flatline::engine::Buffer behavior;
        if (const flatline::engine::MapLump* lump = wanted.entry->lump("BEHAVIOR", false)) {
            flatline::engine::FindingList problems;
            behavior = testing_support::lump_bytes(archive, i, *lump, problems);
            wanted.behavior = {behavior.data(), behavior.size()};
        }
        auto report = flatline::engine::check(map, wanted);
        require(report.memory.used <= report.memory.announced, "check: memory as announced");
        require_none(oracle::first_fault(report.findings, map.textmap()));
        for (const flatline::engine::Finding& finding : report.findings.kept()) say(finding);
        std::vector<flatline_location> places(report.findings.kept().size());
        flatline::engine::locate(&map, map.textmap(), report.findings.kept(), places.data());
        return std::move(report.findings);
    }

    void doom3(flatline::engine::Archive& archive, std::size_t i) {
        flatline::engine::Doom3Options options;
        options.limits = limits_;
        options.partial = (choice_ & 4) != 0;
        const auto result = flatline::engine::load_doom3(archive, i, doom3_loader_, options);
        const std::string_view text =
            result ? result.value.source()
                   : std::string_view(reinterpret_cast<const char*>(result.text.data()),
                                      result.text.size());
        // Of a text that could not be read there is only a finding about its file.
        if (result || result.text.data() != nullptr) {
            require_none(doom3_oracle::first_fault(result, text));
        }
        require(result || result.findings.errors() != 0, "refused with an error");
        require(result.memory.used <= result.memory.announced, "Doom 3: memory as announced");
        for (const flatline::engine::Finding& finding : result.findings.kept()) say(finding);
        if (!result) return;
        flatline::engine::WindingsOptions of_windings;
        of_windings.limits = limits_;
        geometry(flatline::engine::build_windings(result.value, of_windings));
        flatline::engine::SurfacesOptions of_surfaces;
        of_surfaces.limits = limits_;
        geometry(flatline::engine::build_surfaces(result.value, of_surfaces));
        flatline::engine::CheckOptions wanted;
        wanted.limits = limits_;
        const auto report = flatline::engine::check(result.value, wanted);
        require(report.memory.used <= report.memory.announced, "check: memory as announced");
        for (const flatline::engine::Finding& finding : report.findings.kept()) {
            require(finding.offset == FLATLINE_NO_OFFSET ||
                        finding.offset + finding.length <= text.size(),
                    "a finding of check lies in the text");
            say(finding);
        }
    }

    /// Of windings or surfaces.
    template <class Built>
    void geometry(const Built& built) {
        require(built.memory.used <= built.memory.announced, "geometry: memory as announced");
        require_none(geometry_oracle::first_fault(built.value.arrays()));
        for (const flatline::engine::Finding& finding : built.findings.kept()) say(finding);
        all_ += std::to_string(built.memory.used) + "\n";
    }

    void say(const flatline::engine::Finding& finding) {
        char sentence[160];
        flatline::engine::describe(finding, "", sentence, sizeof sentence);
        all_ += std::to_string(finding.rule) + " " + std::to_string(finding.offset) + "\n";
    }

    flatline::engine::Limits limits_;
    std::uint8_t choice_;
    flatline::engine::Loader loader_;
    flatline::engine::Doom3Loader doom3_loader_;
    std::string all_;
};

}  // namespace fuzz
