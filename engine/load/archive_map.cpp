// Loading a map out of an archive: which of its lumps count, and which loader they go to.
#include "model/archive_map.hpp"

#include <initializer_list>
#include <iterator>
#include <string_view>
#include <utility>

#include "archive/finding.hpp"
#include "archive/names.hpp"
#include "base/work.hpp"
#include "binary/records.hpp"
#include "load/load.hpp"
#include "model/binary.hpp"
#include "text/scan.hpp"
#include "udmf/detect_dialect.hpp"

namespace flatline::engine {

using archive::over_limit;
using archive::same_name;

namespace {

// What the finding says is why there is no map.
template <class Map>
LoadResult<Map> refused(Finding finding) noexcept {
    LoadResult<Map> result;
    result.status = finding.rule == static_cast<std::uint16_t>(Rule::out_of_memory)
                        ? Status::out_of_memory
                        : Status::refused;
    finding.refuses = 1;
    result.findings.add(finding);
    return result;
}

// A lump beside the map itself, what it is read for, and where its bytes go.
template <class Lumps>
struct DerivedLump {
    std::string_view name;
    std::uint32_t product;
    Bytes Lumps::*bytes;
};
constexpr DerivedLump<DerivedLumps> kDerivedLumps[] = {
    {"ZNODES", FLATLINE_PRODUCT_NODES, &DerivedLumps::znodes},
    {"BLOCKMAP", FLATLINE_PRODUCT_BLOCKMAP, &DerivedLumps::blockmap},
    {"REJECT", FLATLINE_PRODUCT_REJECT, &DerivedLumps::reject},
};

constexpr DerivedLump<BinaryLumps> kBinaryDerivedLumps[] = {
    {"SEGS", FLATLINE_PRODUCT_NODES, &BinaryLumps::segs},
    {"SSECTORS", FLATLINE_PRODUCT_NODES, &BinaryLumps::ssectors},
    {"NODES", FLATLINE_PRODUCT_NODES, &BinaryLumps::nodes},
    {"BLOCKMAP", FLATLINE_PRODUCT_BLOCKMAP, &BinaryLumps::blockmap},
    {"REJECT", FLATLINE_PRODUCT_REJECT, &BinaryLumps::reject},
};

// The lumps of one table out of one archive. One that cannot be read is reported, and the map goes
// on without it.
template <std::size_t N>
class DerivedReads {
public:
    template <class Lumps>
    void read(Archive& archive, std::size_t map, const DerivedLump<Lumps> (&kinds)[N],
              std::uint32_t products, bool first_wins, Lumps& lumps) noexcept {
        for (std::size_t i = 0; i < N; ++i) {
            const MapLump* lump = archive.maps()[map].lump(kinds[i].name, first_wins);
            // Empty ones are not asked for: what their entry says of a place means nothing.
            if ((products & kinds[i].product) == 0 || lump == nullptr || lump->size == 0) continue;
            Finding problem = make_finding(Rule::file_unreadable);
            sources_[i] = archive.read_lump(map, *lump, problem);
            lumps.*kinds[i].bytes = sources_[i].bytes();
            if (sources_[i].data() != nullptr) continue;
            problem.severity = static_cast<std::uint8_t>(Severity::warning);
            unreadable_[unreadable_count_++] = {kinds[i].name, problem};
        }
    }
    View<UnreadableLump> unreadable() const noexcept { return {unreadable_, unreadable_count_}; }

private:
    Buffer sources_[N];
    UnreadableLump unreadable_[N];
    std::size_t unreadable_count_ = 0;
};

// Whether a lump that is read here stands in the map more than once.
bool has_repeats(const MapEntry& map) noexcept {
    for (const std::string_view name : {"TEXTMAP", "ZNODES", "BLOCKMAP", "REJECT"}) {
        if (map.lump(name, true) != map.lump(name, false)) return true;
    }
    return false;
}

bool says_srb2(Bytes text, const LoadOptions& options) noexcept {
    if (!options.namespace_override.empty()) return same_name(options.namespace_override, "srb2");
    const text::Body body = text::body_of(text.data(), text.size());
    const udmf::DetectedDialect detected =
        udmf::detect_dialect(body.begin, body.end, options.grammar);
    const auto size = static_cast<std::size_t>(detected.name_end - detected.name_begin);
    return same_name(text::as_text(detected.name_begin, size), "srb2");
}

// Not allocated for a text that the loader would refuse anyway.
bool is_too_long(const MapLump& text, Lump lump, const Limits& limits, Finding& problem) noexcept {
    if (text.size <= limits.text_bytes) return false;
    problem = over_limit(Rule::limit_text_bytes, text.size, limits.text_bytes);
    problem.lump = static_cast<std::uint8_t>(lump);
    return true;
}

// Whether the work on the file leaves room for a load that reads these lumps: they are not read
// where it does not.
template <class Rows>
bool has_work(const MapEntry& map, std::uint64_t bytes, const Rows& derived, bool first_wins,
              const LoadOptions& options, Finding& problem) noexcept {
    for (const auto& row : derived) {
        const MapLump* lump = map.lump(row.name, first_wins);
        if ((options.products & row.product) != 0 && lump != nullptr) bytes += lump->size;
    }
    if (work::fits(options.work, bytes)) return true;
    problem = work::refusal(options.work, bytes);
    return false;
}

// Names lie in SIDEDEFS and SECTORS, so a map that was loaded keeps both; and all where the host
// asks for their records.
struct KeptLumps {
    Buffer lumps[std::size(binary::kLumpRows)];
};

// One load of a binary map out of an archive.
class BinaryMapLoad {
public:
    BinaryMapLoad(Archive& archive, std::size_t map, const LoadOptions& options) noexcept
        : archive_(archive), map_(map), entry_(archive.maps()[map]), options_(options) {}

    LoadResult<Map> run(Loader& loader) noexcept {
        lumps_.hexen = entry_.format == MapFormat::hexen;
        LoadResult<Map> result;
        result.findings = new_findings(options_.limits);
        if (!find_lumps(result)) return result;
        for (std::size_t i = 0; i < std::size(binary::kLumpRows); ++i) {
            const binary::LumpRow& row = binary::kLumpRows[i];
            if (!read(*entry_.lump(row.name, false), sources_[i], lumps_.*row.bytes)) {
                return refused<Map>(problem_);
            }
        }
        derived_.read(archive_, map_, kBinaryDerivedLumps, options_.products, false, lumps_);
        auto* const kept = new (std::nothrow) KeptLumps;
        if (kept == nullptr) return refused<Map>(make_finding(Rule::out_of_memory));
        const bool all = (options_.products & FLATLINE_PRODUCT_STORED_RECORDS) != 0;
        for (std::size_t i = 0; i < std::size(kept->lumps); ++i) {
            const bool names = i == FLATLINE_SIDEDEF || i == FLATLINE_SECTOR;
            if (names || all) kept->lumps[i] = std::move(sources_[i]);
        }
        Buffer owned(kept, sizeof *kept,
                     [](void*, void* data, std::size_t) { delete static_cast<KeptLumps*>(data); });
        LoadOptions with_lumps = options_;
        with_lumps.lumps.unreadable = derived_.unreadable();
        result = loader.load_binary_owned(lumps_, std::move(owned), with_lumps);
        result.text.reset();  // it is no text
        return result;
    }

private:
    // All five are there, and not longer than the loader takes.
    bool find_lumps(LoadResult<Map>& result) const noexcept {
        std::uint64_t bytes = 0;
        bool complete = true;
        for (const binary::LumpRow& row : binary::kLumpRows) {
            const MapLump* lump = entry_.lump(row.name, false);
            if (lump != nullptr) {
                bytes += lump->size;
                continue;
            }
            result.findings.add(
                refusal(Rule::wad_lump_missing, Lump::none, archive::pack_lump_name(row.name)));
            complete = false;
        }
        Finding problem =
            refusal(Rule::limit_text_bytes, Lump::none, static_cast<std::int64_t>(bytes),
                    static_cast<std::int64_t>(options_.limits.text_bytes));
        if (complete && (bytes > options_.limits.text_bytes ||
                         !has_work(entry_, bytes, kBinaryDerivedLumps, false, options_, problem))) {
            result.findings.add(problem);
            complete = false;
        }
        return complete;
    }

    // Empty lumps are not asked for: what their entry says of a place means nothing.
    bool read(const MapLump& lump, Buffer& source, Bytes& bytes) noexcept {
        if (lump.size == 0) return true;
        source = archive_.read_lump(map_, lump, problem_);
        bytes = source.bytes();
        return source.data() != nullptr;
    }

    Archive& archive_;
    std::size_t map_;
    const MapEntry& entry_;
    const LoadOptions& options_;
    BinaryLumps lumps_;
    Buffer sources_[std::size(binary::kLumpRows)];
    DerivedReads<std::size(kBinaryDerivedLumps)> derived_;
    Finding problem_ = make_finding(Rule::file_unreadable);
};

}  // namespace

Finding unsupported_map(const MapEntry& entry) noexcept {
    static constexpr std::pair<std::string_view, std::int64_t> kForeign[] = {
        {"LEAFS", kForeignLeafs}, {"LIGHTS", kForeignLights}, {"MACROS", kForeignMacros}};
    std::int64_t lumps = 0;
    for (const auto& [name, bit] : kForeign) {
        if (entry.lump(name, true) != nullptr) lumps |= bit;
    }
    return make_finding(Rule::map_unsupported, Lump::none, FLATLINE_NO_OFFSET, lumps);
}

LoadResult<Map> load_map(Archive& archive, std::size_t map, Loader& loader,
                         const LoadOptions& options) noexcept {
    if (map >= archive.maps().size()) return refused<Map>(make_finding(Rule::file_unreadable));
    const MapEntry& entry = archive.maps()[map];
    if (entry.format == MapFormat::doom3 || !entry.supported) {
        return refused<Map>(unsupported_map(entry));
    }
    if (entry.format != MapFormat::udmf) return BinaryMapLoad(archive, map, options).run(loader);
    Finding problem = make_finding(Rule::file_unreadable);
    const auto read = [&](bool first_wins) -> Buffer {
        const MapLump* textmap = entry.lump("TEXTMAP", first_wins);
        if (textmap == nullptr || is_too_long(*textmap, Lump::textmap, options.limits, problem) ||
            !has_work(entry, textmap->size, kDerivedLumps, first_wins, options, problem)) {
            return {};
        }
        return archive.read_lump(map, *textmap, problem, take_room(loader));
    };
    Buffer text = read(false);
    // SRB2 looks lumps of a map up from its first, all other ports from its last.
    bool first_wins = false;
    if (text.data() != nullptr && has_repeats(entry)) {
        first_wins = says_srb2(text.bytes(), options);
        if (first_wins && entry.lump("TEXTMAP", true) != entry.lump("TEXTMAP", false)) {
            text.reset();
            text = read(true);
        }
    }
    if (text.data() == nullptr) return refused<Map>(problem);

    LoadOptions with_lumps = options;
    DerivedReads<std::size(kDerivedLumps)> derived;
    derived.read(archive, map, kDerivedLumps, options.products, first_wins, with_lumps.lumps);
    with_lumps.lumps.unreadable = derived.unreadable();
    return loader.load_owned(std::move(text), with_lumps);
}

LoadResult<Doom3Map> load_doom3(Archive& archive, std::size_t map, Doom3Loader& loader,
                                const Doom3Options& options) noexcept {
    if (map >= archive.maps().size()) return refused<Doom3Map>(make_finding(Rule::file_unreadable));
    const MapEntry& entry = archive.maps()[map];
    if (entry.format != MapFormat::doom3) {
        return refused<Doom3Map>(unsupported_map(entry));
    }
    Finding problem = make_finding(Rule::file_unreadable);
    Buffer text;
    const std::uint64_t bytes = entry.lumps[0].size;
    if (!work::fits(options.work, bytes)) {
        problem = work::refusal(options.work, bytes);
    } else if (!is_too_long(entry.lumps[0], Lump::map, options.limits, problem)) {
        text = archive.read_lump(map, entry.lumps[0], problem, take_room(loader));
    }
    if (text.data() == nullptr) return refused<Doom3Map>(problem);
    return loader.load_owned(std::move(text), options);
}

}  // namespace flatline::engine
