#include "load/fix_lumps.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "archive/names.hpp"
#include "base/budget.hpp"
#include "fix/apply.hpp"
#include "model/binary.hpp"
#include "model/nodes.hpp"
#include "nodes/reject.hpp"
#include "nodes/write.hpp"

namespace flatline::engine {
namespace {

struct SlotRow {
    std::string_view name;
    Lump lump;  ///< as findings call it
};
constexpr SlotRow kSlotRows[FixLumps::kSlots] = {
    {"VERTEXES", Lump::vertexes}, {"LINEDEFS", Lump::linedefs}, {"SIDEDEFS", Lump::sidedefs},
    {"SECTORS", Lump::sectors},   {"THINGS", Lump::things},     {"TEXTMAP", Lump::textmap},
    {"ZNODES", Lump::znodes},     {"SEGS", Lump::segs},         {"SSECTORS", Lump::ssectors},
    {"NODES", Lump::nodes},       {"BLOCKMAP", Lump::blockmap}, {"REJECT", Lump::reject}};

// A longer table takes too long to read for what it tells; an empty one tells the same.
constexpr std::uint64_t kMostReject = 64u << 20;

bool asks_for(const mend::Plan& plan, Lump lump) noexcept {
    return plan.anew[static_cast<std::size_t>(lump)];
}

}  // namespace

FixLumps::FixLumps(View<LumpView> given) noexcept {
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (archive::same_name(given[i].name, "BEHAVIOR")) {
            hexen_ = true;
            behavior_ = given[i].bytes;
        }
        for (std::uint8_t slot = 0; slot < kSlots; ++slot) {
            if (!archive::same_name(given[i].name, kSlotRows[slot].name)) continue;
            bytes_[slot] = given[i].bytes;
            has_[slot] = true;
            index_[slot] = i;
        }
    }
}

FixLumps::FixLumps(const FixLumps& other) noexcept { borrow(other); }

void FixLumps::borrow(const FixLumps& other) noexcept {
    hexen_ = other.hexen_;
    behavior_ = other.behavior_;
    bytes_ = other.bytes_;
    has_ = other.has_;
    index_ = other.index_;
}

bool FixLumps::changed() const noexcept {
    return std::any_of(changed_.begin(), changed_.end(), [](bool changed) { return changed; });
}

Bytes FixLumps::bytes_of(std::size_t i, Bytes given) const noexcept {
    for (std::uint8_t slot = 0; slot < kSlots; ++slot) {
        if (has_[slot] && index_[slot] == i) return bytes_[slot];
    }
    return given;
}

void FixLumps::own(Slot slot, List<unsigned char>&& bytes) noexcept {
    owned_[slot] = std::move(bytes);
    bytes_[slot] = {owned_[slot].data(), owned_[slot].size()};
    changed_[slot] = true;
}

bool FixLumps::own_copy(Slot slot, Bytes bytes) noexcept {
    List<unsigned char> copy;
    if (!copy.append(bytes.data(), bytes.size())) return false;
    own(slot, std::move(copy));
    return true;
}

void FixLumps::take(FixLumps& next) noexcept {
    for (std::uint8_t slot = 0; slot < kSlots; ++slot) {
        if (next.changed_[slot]) own(static_cast<Slot>(slot), std::move(next.owned_[slot]));
    }
}

LoadResult<Map> FixLumps::load(const LoadOptions& options, std::uint32_t products) const noexcept {
    LoadOptions wanted = options;
    wanted.strict = false;
    wanted.products = products != 0 ? products : std::uint32_t{FLATLINE_PRODUCT_NONE};
    if (is_text()) {
        wanted.lumps = {bytes_[kZnodes], bytes_[kBlockmap], bytes_[kReject], {}};
        return load_borrowed(bytes_[kTextmap], wanted);
    }
    wanted.lumps = {};
    BinaryLumps lumps;
    lumps.things = bytes_[kThings];
    lumps.linedefs = bytes_[kLinedefs];
    lumps.sidedefs = bytes_[kSidedefs];
    lumps.vertexes = bytes_[kVertexes];
    lumps.sectors = bytes_[kSectors];
    lumps.segs = bytes_[kSegs];
    lumps.ssectors = bytes_[kSsectors];
    lumps.nodes = bytes_[kNodes];
    lumps.reject = bytes_[kReject];
    lumps.blockmap = bytes_[kBlockmap];
    lumps.hexen = hexen_;
    return load_binary_borrowed(lumps, wanted);
}

bool FixLumps::apply(const mend::Plan& plan, const LoadOptions& options,
                     List<std::uint32_t>& dropped) noexcept {
    if (is_text()) {
        List<unsigned char> text;
        if (!mend::apply_to_text(plan, bytes_[kTextmap], text, dropped)) return false;
        const Bytes old = bytes_[kTextmap];
        const bool same = text.size() == old.size() &&
                          (old.empty() || std::memcmp(text.data(), old.data(), old.size()) == 0);
        if (!same) own(kTextmap, std::move(text));
    } else {
        for (std::uint8_t kind = 0; kind < mend::kKinds; ++kind) {
            if (!mend::changes_records(plan, kind)) continue;
            List<unsigned char> records;
            if (!mend::apply_to_records(plan, kind, hexen_, bytes_[kind], records)) return false;
            own(static_cast<Slot>(kind), std::move(records));
        }
    }
    if (!cut(plan)) return false;
    if (asks_for(plan, Lump::reject) && !make_reject(plan.counts().of[FLATLINE_SECTOR])) {
        return false;
    }
    return make_derived(plan, options);
}

bool FixLumps::cut(const mend::Plan& plan) noexcept {
    for (std::uint8_t slot = 0; slot < kSlots; ++slot) {
        const std::uint64_t bytes = plan.cuts[static_cast<std::size_t>(kSlotRows[slot].lump)];
        if (bytes == 0 || bytes > bytes_[slot].size() || changed_[slot]) continue;
        const auto size = static_cast<std::size_t>(bytes_[slot].size() - bytes);
        if (!own_copy(static_cast<Slot>(slot), {bytes_[slot].data(), size})) return false;
    }
    return true;
}

// A table that is too long keeps what ports read of it. One that is too short is of another map: a
// table of zeros hides nothing, as none at all.
bool FixLumps::make_reject(std::uint64_t sectors) noexcept {
    const std::uint64_t bytes = nodes::reject_bytes(sectors);
    List<unsigned char> table;
    if (bytes < bytes_[kReject].size()) {
        if (!table.append(bytes_[kReject].data(), static_cast<std::size_t>(bytes))) return false;
    } else if (bytes <= kMostReject && !table.extend(static_cast<std::size_t>(bytes), 0)) {
        return false;
    }
    own(kReject, std::move(table));
    return true;
}

bool FixLumps::has_nodes() const noexcept {
    return !bytes_[kZnodes].empty() || !bytes_[kSegs].empty() || !bytes_[kSsectors].empty() ||
           !bytes_[kNodes].empty();
}

bool FixLumps::make_derived(const mend::Plan& plan, const LoadOptions& options) noexcept {
    const bool lines = plan.renumbers(FLATLINE_LINEDEF);
    const bool nodes =
        has_nodes() && (lines || plan.renumbers(FLATLINE_VERTEX) || asks_for(plan, Lump::nodes));
    const bool blockmap = !bytes_[kBlockmap].empty() && (lines || asks_for(plan, Lump::blockmap));
    if (!nodes && !blockmap) return true;
    if (is_text() && blockmap) own(kBlockmap, {});  // no port reads it beside a text
    if (is_text() && !nodes) return true;
    const LoadResult<Map> map = load(options, 0);
    if (!map) return true;  // whoever loads it again meets the same
    return is_text() ? make_text_nodes(map.value, options)
                     : make_binary(map.value, options, nodes, blockmap);
}

// Where none can be built the lump is empty.
bool FixLumps::make_text_nodes(const Map& map, const LoadOptions& options) noexcept {
    const bool compressed = bytes_[kZnodes][0] == 'Z';
    NodesOptions wanted;
    wanted.limits = options.limits;
    wanted.memory = options.memory;
    const Result<Nodes> built = build_nodes(map, wanted);
    List<unsigned char> lump;
    if (built) {
        const std::uint64_t bytes = nodes::xgl3_bytes(built.value.bsp());
        if (!lump.extend(static_cast<std::size_t>(bytes), 0)) return false;
        if (!nodes::write_xgl3(built.value.bsp(), lump.data())) lump.truncate(0);
    }
    if (compressed && !lump.empty()) {
        List<unsigned char> packed;
        const std::uint64_t most = nodes::compressed_nodes_bound(lump.size());
        if (!packed.extend(static_cast<std::size_t>(most), 0)) return false;
        Budget budget(options.limits.arena_bytes);
        std::uint64_t size = 0;
        const Outcome outcome = nodes::compress_nodes({lump.data(), lump.size()}, options.memory,
                                                      budget, packed.data(), size);
        if (outcome != Outcome::ok) return false;
        packed.truncate(static_cast<std::size_t>(size));
        lump = std::move(packed);
    }
    own(kZnodes, std::move(lump));
    return true;
}

bool FixLumps::make_binary(const Map& map, const LoadOptions& options, bool nodes,
                           bool blockmap) noexcept {
    MapLumpsOptions wanted;
    wanted.format = hexen_ ? MapFormat::hexen : MapFormat::doom;
    wanted.nodes = nodes ? WrittenNodes::build : WrittenNodes::none;
    wanted.compress_nodes = !bytes_[kNodes].empty() && bytes_[kNodes][0] == 'Z';
    wanted.lossy = true;  // only what is derived is taken
    wanted.limits = options.limits;
    wanted.memory = options.memory;
    const Result<MapLumps> made = make_map_lumps(map, wanted);
    for (const LumpView& lump : made.value.lumps()) {
        for (const Slot slot : {kVertexes, kSegs, kSsectors, kNodes, kBlockmap}) {
            if (lump.name != kSlotRows[slot].name || !has_[slot]) continue;
            if (slot == kBlockmap ? !blockmap : !nodes) continue;
            if (!own_copy(slot, lump.bytes)) return false;
        }
    }
    if (made) return true;
    for (const Slot slot : {kSegs, kSsectors, kNodes}) {
        if (nodes) own(slot, {});
    }
    if (blockmap) own(kBlockmap, {});
    return true;
}

}  // namespace flatline::engine
