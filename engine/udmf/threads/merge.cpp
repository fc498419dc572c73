#include "udmf/threads/merge.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "base/finding_edit.hpp"
#include "base/share.hpp"
#include "model/fields.hpp"

namespace flatline::engine::udmf {
namespace {

// The members of an element that are names.
struct NameMembers {
    std::uint16_t offsets[4];
    std::size_t count = 0;
};

NameMembers name_members(std::uint8_t block) noexcept {
    NameMembers members;
    for (const StandardField& field : standard_fields()) {
        if (field.is_name && field.block == block) members.offsets[members.count++] = field.offset;
    }
    return members;
}

// So many elements are copied before their names are put right.
constexpr std::size_t kNamedAtOnce = 64;

template <class T>
void copy_plain(T* to, const Array<T>& from, Share range) noexcept {
    if (range.begin == range.end) return;
    std::memcpy(to + range.begin, from.data() + range.begin, (range.end - range.begin) * sizeof(T));
}

// `ids` are the new ids of the slice's names; null if they are the same.
template <class T>
void copy_elements(T* to, const Array<T>& from, Share range, std::uint8_t block,
                   const flatline_text* ids) noexcept {
    const NameMembers members = name_members(block);
    if (ids == nullptr || members.count == 0) {
        copy_plain(to, from, range);
        return;
    }
    // A few at a time, which are then still in the nearest cache.
    for (std::size_t i = range.begin; i < range.end; i += kNamedAtOnce) {
        const Share some{i, std::min(i + kNamedAtOnce, range.end)};
        copy_plain(to, from, some);
        for (std::size_t m = 0; m < members.count; ++m) {
            auto* name = reinterpret_cast<unsigned char*>(to + some.begin) + members.offsets[m];
            for (std::size_t left = some.size(); left != 0; --left, name += sizeof(T)) {
                std::uint32_t id;
                std::memcpy(&id, name, sizeof id);
                id = ids[id].offset;
                std::memcpy(name, &id, sizeof id);
            }
        }
    }
}

}  // namespace

bool Merge::add(RawMap& slice, const FindingList& findings, bool drop) noexcept {
    // In a full list errors have taken the places of other findings.
    if (findings.errors() != 0 && findings.total() != findings.kept().size()) return false;
    Piece& piece = pieces_[count_];
    piece.from = &slice;
    piece.drop = drop;
    const auto make_room = [&](auto& array, const auto& more, std::uint64_t limit, auto** to) {
        if (more.size() > limit || array.size() > limit - more.size()) return false;
        *to = array.push(more.size());
        return *to != nullptr;
    };
    const auto number = [](const auto& array) { return static_cast<std::uint32_t>(array.size()); };
    piece.first[FLATLINE_VERTEX] = number(whole_.vertices);
    piece.first[FLATLINE_LINEDEF] = number(whole_.linedefs);
    piece.first[FLATLINE_SIDEDEF] = number(whole_.sidedefs);
    piece.first[FLATLINE_SECTOR] = number(whole_.sectors);
    piece.first[FLATLINE_THING] = number(whole_.things);
    piece.first_unknown = whole_.unknowns.size();
    if (!make_room(whole_.vertices, slice.vertices, limits_.vertices, &piece.vertices) ||
        !make_room(whole_.linedefs, slice.linedefs, limits_.linedefs, &piece.linedefs) ||
        !make_room(whole_.sidedefs, slice.sidedefs, limits_.sidedefs, &piece.sidedefs) ||
        !make_room(whole_.sectors, slice.sectors, limits_.sectors, &piece.sectors) ||
        !make_room(whole_.things, slice.things, limits_.things, &piece.things) ||
        !make_room(whole_.unknowns, slice.unknowns, limits_.unknown_fields, &piece.unknowns) ||
        !add_names(slice, piece)) {
        return false;
    }
    add_findings(findings, piece);
    ValueSlice& values = values_[count_];
    values = {slice.values.data(), slice.values.size(), {}, piece.decoded_by, drop};
    std::copy(std::begin(piece.first), std::end(piece.first), values.first);
    ++count_;
    return true;
}

// Takes in decoded strings, of which every slice has "-" first, and then names: each gets the id
// that it has in the whole map.
bool Merge::add_names(RawMap& slice, Piece& piece) noexcept {
    const std::size_t decoded = slice.decoded.size() - 1;
    piece.decoded_by = static_cast<std::uint32_t>(whole_.decoded.size() - 1);
    unsigned char* to = whole_.decoded.push(decoded);
    if (to == nullptr) return false;
    if (decoded != 0) std::memcpy(to, slice.decoded.data() + 1, decoded);
    piece.same_names = true;
    for (std::size_t i = 0; i < slice.names.size(); ++i) {
        flatline_text& name = slice.names[i];
        if (i != 0) move_text(name, piece);
        const std::uint32_t id = i == 0 ? 0 : names_.intern(name);
        if (id == text::NamePool::kNone) return false;
        piece.same_names = piece.same_names && id == i;
        name = {id, 0};
    }
    return true;
}

void Merge::add_findings(const FindingList& findings, const Piece& piece) noexcept {
    for (Finding finding : findings.kept()) {
        if (finding.element < kBlockKinds && finding.index != FLATLINE_NONE) {
            finding.index += piece.first[finding.element];
        }
        findings_.add(finding);
    }
    detail::FindingEdit::add_dropped(findings_, findings);
}

void Merge::copy_share(const Piece& piece, std::size_t i, std::size_t of) const noexcept {
    const RawMap& from = *piece.from;
    const auto share = [&](const auto& array) { return share_of(array.size(), i, of); };
    const auto done = [&](const auto& array) {
        const Share range = share(array);
        if (piece.drop) {
            drop_pages(array.data() + range.begin, (range.end - range.begin) * sizeof array[0]);
        }
    };
    const flatline_text* ids = piece.same_names ? nullptr : from.names.data();
    const auto elements = [&](auto* to, const auto& array, std::uint8_t block) {
        copy_elements(to, array, share(array), block, ids);
        done(array);
    };
    elements(piece.vertices, from.vertices, FLATLINE_VERTEX);
    elements(piece.linedefs, from.linedefs, FLATLINE_LINEDEF);
    elements(piece.sidedefs, from.sidedefs, FLATLINE_SIDEDEF);
    elements(piece.sectors, from.sectors, FLATLINE_SECTOR);
    elements(piece.things, from.things, FLATLINE_THING);
    const Share unknowns = share(from.unknowns);
    for (std::size_t u = unknowns.begin; u < unknowns.end; ++u) {
        flatline_unknown unknown = from.unknowns[u];
        if (unknown.element < kBlockKinds && unknown.index != FLATLINE_NONE) {
            unknown.index += piece.first[unknown.element];
        }
        if (unknown.kind == FLATLINE_STRING) move_text(unknown.value.string, piece);
        if (unknown.kind == FLATLINE_UNKNOWN_BLOCK) unknown.value.block_end += piece.first_unknown;
        piece.unknowns[u] = unknown;
    }
    done(from.unknowns);
}

void Merge::copy(Jobs& jobs) const noexcept {
    whole_.more_values = {values_, count_};
    // One piece after the other, each in shares, so that memory that is given back serves the next.
    const std::size_t of = 2 * jobs.threads();
    jobs.run(count_ * of, [&](std::size_t i) { copy_share(pieces_[i / of], i % of, of); });
}

}  // namespace flatline::engine::udmf
