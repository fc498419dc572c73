// make_map_lumps: all lumps of one map, in memory.
#include <algorithm>
#include <cstring>

#include "api/build.hpp"
#include "archive/names.hpp"
#include "base/layout.hpp"
#include "flatline/write_wad.hpp"
#include "nodes/build.hpp"
#include "nodes/write.hpp"
#include "write/stored_lumps.hpp"
#include "write/textmap.hpp"

namespace flatline {

struct detail::MapLumpsStorage {
    Reservation list;
    Reservation text;
    Reservation nodes;
};

void detail::destroy(MapLumpsStorage* storage) noexcept { delete storage; }

namespace {

using archive::same_name;

/// A sink that writes to memory, or with none only counts.
struct MemorySink {
    unsigned char* at = nullptr;
    std::uint64_t size = 0;

    static bool write(void* context, const unsigned char* bytes, std::size_t size) noexcept {
        auto& self = *static_cast<MemorySink*>(context);
        if (self.at != nullptr) std::memcpy(self.at + self.size, bytes, size);
        self.size += size;
        return true;
    }
};

class Maker {
public:
    Maker(const Map& map, const MapLumpsOptions& options, detail::MapLumpsStorage& storage,
          FindingList& findings, Budget& budget) noexcept
        : map_(map), options_(options), storage_(storage), findings_(findings), budget_(budget) {}

    Outcome run(View<LumpView>& out) noexcept {
        if (!check_stored()) return Outcome::refused;
        Outcome outcome = take_list();
        if (outcome == Outcome::ok) outcome = make_udmf();
        out = {lumps_, count_};
        return outcome;
    }

private:
    // The lumps of one format that are not kept.
    static constexpr std::size_t kMadeLumps = 12;

    bool check_stored() noexcept {
        bool good = true;
        for (const LumpView& lump : options_.stored) {
            if (lump.bytes.empty() ||
                write::fate_of(lump.name, options_.format) != write::Fate::lost) {
                continue;
            }
            findings_.add(refusal(Rule::convert_lump_loss, Lump::directory,
                                  archive::pack_lump_name(lump.name)));
            good = false;
        }
        return good;
    }

    Outcome take_list() noexcept {
        const Outcome outcome = take_exact((options_.stored.size() + kMadeLumps) * sizeof(LumpView),
                                           options_.memory, budget_, storage_.list);
        lumps_ = reinterpret_cast<LumpView*>(storage_.list.data());
        return outcome;
    }

    void add(std::string_view name, Bytes bytes) noexcept { lumps_[count_++] = {name, bytes}; }

    const LumpView* stored(std::string_view name) const noexcept {
        const LumpView* found =
            std::find_if(options_.stored.begin(), options_.stored.end(),
                         [&](const LumpView& lump) { return same_name(lump.name, name); });
        return found != options_.stored.end() ? found : nullptr;
    }

    // ---- UDMF ----

    Outcome make_udmf() noexcept {
        Bytes text;
        Bytes nodes;
        Outcome outcome = make_text(text);
        if (outcome == Outcome::ok) outcome = make_znodes(nodes);
        if (outcome != Outcome::ok) return outcome;
        add("TEXTMAP", text);
        // Nodes stand where they have stood, other lumps in their order.
        bool placed = nodes.empty();
        const auto place_nodes = [&] {
            if (!placed) add("ZNODES", nodes);
            placed = true;
        };
        if (stored("ZNODES") == nullptr) place_nodes();
        for (const LumpView& lump : options_.stored) {
            if (same_name(lump.name, "ZNODES")) place_nodes();
            if (write::fate_of(lump.name, MapFormat::udmf) == write::Fate::kept &&
                (!lump.bytes.empty() || stored("TEXTMAP") != nullptr)) {
                add(lump.name, lump.bytes);
            }
        }
        add("ENDMAP", {});
        return Outcome::ok;
    }

    Outcome make_text(Bytes& out) noexcept {
        MemorySink sink;
        const Sink to{MemorySink::write, &sink};
        const TextmapOptions options{options_.style};
        const auto write_text = [&] {
            sink.size = 0;
            return write::TextmapWriter(map_, to, options).write(findings_);
        };
        if (write_text() != Status::ok) return Outcome::refused;
        const std::uint64_t bytes = sink.size;
        const Outcome outcome = take_exact(bytes, options_.memory, budget_, storage_.text);
        if (outcome != Outcome::ok) return outcome;
        sink.at = storage_.text.data();
        if (write_text() != Status::ok) return Outcome::refused;
        out = {storage_.text.data(), static_cast<std::size_t>(bytes)};
        return Outcome::ok;
    }

    Outcome make_znodes(Bytes& out) noexcept {
        if (options_.nodes == WrittenNodes::none) return Outcome::ok;
        const flatline_bsp& own = map_.nodes();
        if (options_.nodes == WrittenNodes::keep && own.kind == FLATLINE_NODES_GL) {
            const LumpView* lump = stored("ZNODES");
            if (lump != nullptr && std::string_view(own.format) != "built") {
                out = lump->bytes;
                return Outcome::ok;
            }
            const Outcome outcome = encode_znodes(own, out);
            if (outcome != Outcome::ok || !out.empty()) return outcome;
        }
        Reservation memory;
        flatline_bsp built{};
        const Outcome outcome = build_nodes(memory, built);
        return outcome == Outcome::ok && built.subsector_count != 0 ? encode_znodes(built, out)
                                                                    : outcome;
    }

    // Where no tree can be built a finding says why, and the lumps have none.
    Outcome build_nodes(Reservation& memory, flatline_bsp& out) noexcept {
        const nodes::MapView view{map_.vertices(), map_.linedefs(), map_.sidedefs()};
        const Outcome outcome =
            nodes::build(view, options_.limits, options_.memory, budget_, memory, findings_, out);
        return outcome == Outcome::refused ? Outcome::ok : outcome;
    }

    // `out` stays empty where the form does not hold the tree.
    Outcome encode_znodes(const flatline_bsp& bsp, Bytes& out) noexcept {
        const std::uint64_t bytes = nodes::xgl3_bytes(bsp);
        Outcome outcome = take_exact(bytes, options_.memory, budget_, storage_.nodes);
        if (outcome != Outcome::ok || !nodes::write_xgl3(bsp, storage_.nodes.data()))
            return outcome;
        out = {storage_.nodes.data(), static_cast<std::size_t>(bytes)};
        return options_.compress_nodes ? compress(out) : Outcome::ok;
    }

    Outcome compress(Bytes& lump) noexcept {
        const std::uint64_t bound = nodes::compressed_nodes_bound(lump.size());
        Reservation packed;
        Outcome outcome = take_exact(bound, options_.memory, budget_, packed);
        if (outcome != Outcome::ok) return outcome;
        std::uint64_t size = 0;
        outcome = nodes::compress_nodes(lump, options_.memory, budget_, packed.data(), size);
        if (outcome != Outcome::ok) return outcome;
        storage_.nodes = std::move(packed);
        lump = {storage_.nodes.data(), static_cast<std::size_t>(size)};
        return Outcome::ok;
    }

    const Map& map_;
    const MapLumpsOptions& options_;
    detail::MapLumpsStorage& storage_;
    FindingList& findings_;
    Budget& budget_;
    LumpView* lumps_ = nullptr;
    std::size_t count_ = 0;
};

}  // namespace

Result<MapLumps> make_map_lumps(const Map& map, const MapLumpsOptions& options) noexcept {
    return build<MapLumps, detail::MapLumpsStorage, View<LumpView>>(
        options, Lump::none,
        [&](detail::MapLumpsStorage& storage, FindingList& findings, Budget& budget,
            View<LumpView>& lumps) {
            return Maker(map, options, storage, findings, budget).run(lumps);
        });
}

}  // namespace flatline
