// The changes of a plan in the records of binary lumps.
#include <algorithm>
#include <cstring>

#include "base/bytes.hpp"
#include "fix/apply.hpp"
#include "model/fields.hpp"

namespace flatline::engine::mend {
namespace {

using Byte = unsigned char;

void store_u16(Byte* p, std::uint32_t value) noexcept {
    store_le(p, static_cast<std::uint16_t>(value));
}

/// Bits of the flags of a line that a plan sets; the two formats share them.
struct LineBit {
    std::string_view field;
    std::uint16_t bit;
};
constexpr LineBit kLineBits[] = {{"blocking", 0x0001}, {"twosided", 0x0004}};

constexpr std::size_t kLineFlags = 4;  // where they lie

class RecordChanges {
public:
    RecordChanges(const Plan& plan, std::uint8_t kind, bool hexen, Bytes lump) noexcept
        : plan_(plan),
          kind_(kind),
          hexen_(hexen),
          lump_(lump),
          size_(binary::record_bytes(kind, hexen)),
          count_(std::min<std::uint64_t>(plan.counts().of[kind], lump.size() / size_)) {}

    bool run(List<Byte>& out) noexcept {
        const View<FieldSet> sets = plan_.sets();
        const FieldSet* set = std::partition_point(
            sets.begin(), sets.end(), [&](const FieldSet& s) { return s.element < kind_; });
        for (std::uint32_t i = 0; i < count_; ++i) {
            const bool goes = plan_.is_removed(kind_, i);
            const std::size_t at = out.size();
            if (!goes && !out.append(record(i), size_)) return false;
            if (!goes && kind_ == FLATLINE_LINEDEF) renumber(out.data() + at);
            for (; set != sets.end() && set->element == kind_ && set->number == i; ++set) {
                if (!goes) apply(*set, out.data() + at);
            }
        }
        return add_parts(out);
    }

private:
    const Byte* record(std::uint32_t i) const noexcept { return lump_.data() + i * size_; }
    std::size_t place(std::string_view field) const noexcept {
        const binary::RecordPlace found =
            binary::place_of(hexen_, kind_, 0, find_field(kind_, field));
        return static_cast<std::size_t>(found.offset);
    }
    void renumber(Byte* p) const noexcept {
        for (const char* const end : {"v1", "v2"}) {
            Byte* const at = p + place(end);
            store_u16(at, plan_.number(FLATLINE_VERTEX, binary::load_u16(at)));
        }
        for (const char* const side : {"sidefront", "sideback"}) {
            Byte* const at = p + place(side);
            store_u16(at, plan_.number(FLATLINE_SIDEDEF, binary::load_side(at)));
        }
    }
    void apply(const FieldSet& set, Byte* p) const noexcept {
        if (set.kind == FieldSet::Kind::boolean) {
            const std::string_view name = field_name(set.field);
            for (const LineBit& row : kLineBits) {
                if (row.field != name) continue;
                const std::uint32_t flags = binary::load_u16(p + kLineFlags);
                const std::uint32_t without = flags & ~std::uint32_t{row.bit};
                store_u16(p + kLineFlags, set.value != 0 ? flags | row.bit : without);
            }
            return;
        }
        const binary::RecordPlace found = binary::place_of(hexen_, kind_, 0, set.field);
        Byte* const at = p + found.offset;
        if (set.kind == FieldSet::Kind::name) {
            std::memset(at, 0, binary::kNameBytes);
            std::memcpy(at, set.text.data(), std::min(set.text.size(), binary::kNameBytes));
            return;
        }
        const auto value = static_cast<std::uint32_t>(set.value);
        if (found.length == 1) {
            *at = static_cast<Byte>(value);
        } else if (found.length == 2) {
            store_u16(at, value);
        }
    }

    bool add_parts(List<Byte>& out) const noexcept {
        std::uint32_t next = plan_.kept(FLATLINE_SIDEDEF);
        for (const NewLine& line : plan_.new_lines()) {
            if (kind_ == FLATLINE_SIDEDEF) {
                if (!add_side(out, line.front, line.front_offset) ||
                    !add_side(out, line.back, line.back_offset)) {
                    return false;
                }
            } else if (kind_ == FLATLINE_LINEDEF) {
                const std::size_t at = out.size();
                if (!out.append(record(line.line), size_)) return false;
                Byte* const p = out.data() + at;
                store_u16(p + place("v1"), plan_.number(FLATLINE_VERTEX, line.v1));
                store_u16(p + place("v2"), plan_.number(FLATLINE_VERTEX, line.v2));
                store_u16(p + place("sidefront"), next++);
                store_u16(p + place("sideback"), line.back != FLATLINE_NONE ? next++ : line.back);
            }
        }
        return true;
    }
    bool add_side(List<Byte>& out, std::uint32_t side, std::int64_t offset) const noexcept {
        if (side == FLATLINE_NONE) return true;
        const std::size_t at = out.size();
        if (!out.append(record(side), size_)) return false;
        store_u16(out.data() + at + place("offsetx"), static_cast<std::uint32_t>(offset));
        return true;
    }

    const Plan& plan_;
    std::uint8_t kind_;
    bool hexen_;
    Bytes lump_;
    std::size_t size_;
    std::uint64_t count_;
};

}  // namespace

bool changes_records(const Plan& plan, std::uint8_t kind) noexcept {
    if (plan.renumbers(kind)) return true;
    if (kind == FLATLINE_LINEDEF &&
        (plan.renumbers(FLATLINE_VERTEX) || plan.renumbers(FLATLINE_SIDEDEF))) {
        return true;
    }
    return std::any_of(plan.sets().begin(), plan.sets().end(),
                       [&](const FieldSet& set) { return set.element == kind; });
}

bool apply_to_records(const Plan& plan, std::uint8_t kind, bool hexen, Bytes lump,
                      List<unsigned char>& out) noexcept {
    return RecordChanges(plan, kind, hexen, lump).run(out);
}

}  // namespace flatline::engine::mend
