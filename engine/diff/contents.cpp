// Hashes of all elements of both maps.
#include <cstddef>

#include "diff/pairing.hpp"
#include "diff/values.hpp"
#include "udmf/defaults.hpp"

namespace flatline::engine::compare {
namespace {

std::uint64_t both(std::uint32_t low, std::uint32_t high) noexcept {
    return low | static_cast<std::uint64_t>(high) << 32;
}
std::uint64_t both(std::int32_t low, std::int32_t high) noexcept {
    return both(static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(high));
}

// Keys of the words of a struct; keys of other fields are hashes of their names.
constexpr std::uint64_t kWordKey = 0x9E3779B97F4A7C15u;

// Adds up terms of the words of one struct.
class Words {
public:
    explicit Words(const Mixer& mixer) noexcept : mixer_(mixer) {}
    Words& add(std::uint64_t word) noexcept {
        sum_ += mixer_.term(key_, word);
        key_ += kWordKey;
        return *this;
    }
    std::uint64_t sum() const noexcept { return sum_; }

private:
    const Mixer& mixer_;
    std::uint64_t key_ = kWordKey;
    std::uint64_t sum_ = 0;
};

udmf::Defaults defaults_of(const Map& map) noexcept {
    const NamespaceRow* const row = udmf::find_namespace(map.map_namespace());
    return udmf::make_defaults(map.dialect(), map.grammar() == Grammar::v0_99,
                               row != nullptr && row->zero_line_id);
}

// Where a number is the default in its own map, it becomes the default of the first one.
std::int32_t shift(std::int32_t value, std::int32_t own, std::int32_t first) noexcept {
    return value == own ? first : value;
}
// The same, bit by bit.
std::uint32_t shift(std::uint32_t flags, std::uint32_t own, std::uint32_t first) noexcept {
    return (flags & (flags ^ own)) | (first & ~(flags ^ own));
}

class Hasher {
public:
    Hasher(Pairing& pairing, Half& half) noexcept
        : pairing_(pairing),
          mixer_(pairing.mixer),
          half_(half),
          map_(half.map),
          own_(defaults_of(half.map)),
          first_(defaults_of(pairing.a.map)) {}

    bool run() noexcept {
        if (!half_.names.take(pairing_.memory, map_.names().size())) return false;
        for (std::uint32_t i = 0; i < half_.names.size(); ++i) {
            half_.names[i] = mixer_.bytes(map_.name(i));
        }
        return hash(FLATLINE_VERTEX, map_.vertices()) && hash(FLATLINE_LINEDEF, map_.linedefs()) &&
               hash(FLATLINE_SIDEDEF, map_.sidedefs()) && hash(FLATLINE_SECTOR, map_.sectors()) &&
               hash(FLATLINE_THING, map_.things()) && hash_columns() && hash_unknowns();
    }

private:
    std::uint64_t word(const flatline_vertex&) const noexcept { return 0; }
    std::uint64_t word(const flatline_linedef& line) const noexcept {
        const std::int32_t id = shift(line.id, own_.linedef.id, first_.linedef.id);
        const auto flags = shift(line.flags, own_.linedef.flags, first_.linedef.flags);
        return Words(mixer_)
            .add(both(id, line.special))
            .add(both(line.arg[0], line.arg[1]))
            .add(both(line.arg[2], line.arg[3]))
            .add(both(static_cast<std::uint32_t>(line.arg[4]), flags))
            .sum();
    }
    std::uint64_t word(const flatline_sidedef& side) const noexcept {
        return Words(mixer_)
            .add(bits_of(side.offsetx))
            .add(bits_of(side.offsety))
            .add(half_.names[side.texturetop])
            .add(half_.names[side.texturebottom])
            .add(half_.names[side.texturemiddle])
            .sum();
    }
    std::uint64_t word(const flatline_sector& sector) const noexcept {
        return Words(mixer_)
            .add(bits_of(sector.heightfloor))
            .add(bits_of(sector.heightceiling))
            .add(half_.names[sector.texturefloor])
            .add(half_.names[sector.textureceiling])
            .add(both(shift(sector.lightlevel, own_.sector.lightlevel, first_.sector.lightlevel),
                      sector.special))
            .add(static_cast<std::uint32_t>(sector.id))
            .sum();
    }
    std::uint64_t word(const flatline_thing& thing) const noexcept {
        const auto flags = shift(thing.flags, own_.thing.flags, first_.thing.flags);
        return Words(mixer_)
            .add(bits_of(thing.height))
            .add(both(thing.id, thing.angle))
            .add(both(thing.type, thing.special))
            .add(both(thing.arg[0], thing.arg[1]))
            .add(both(thing.arg[2], thing.arg[3]))
            .add(both(static_cast<std::uint32_t>(thing.arg[4]), flags))
            .sum();
    }

    template <class Element>
    bool hash(std::uint8_t kind, View<Element> elements) noexcept {
        Table<std::uint64_t>& content = half_.content[kind];
        if (!content.take(pairing_.memory, elements.size()) ||
            !half_.partner[kind].take_filled(pairing_.memory, elements.size(), 0xFF)) {
            return false;
        }
        for (std::size_t i = 0; i < elements.size(); ++i) content[i] = word(elements[i]);
        return true;
    }

    bool hash_columns() noexcept {
        for (const flatline_column& column : map_.columns()) {
            const std::string_view name = field_name(column.field);
            if (!pairing_.representable.field(column.element, name)) continue;
            Table<std::uint64_t>& content = half_.content[column.element];
            const std::uint64_t key = mixer_.name(name);
            const std::uint64_t fallback = hash_of(mixer_, map_, default_of(map_, column.field));
            for (std::uint32_t i = 0; i < column.count; ++i) {
                const std::uint64_t value = hash_of(mixer_, map_, column_value(map_, column, i));
                if (value != fallback) content[column.elements[i]] += mixer_.term(key, value);
            }
        }
        return true;
    }

    // Of a field that is given again the last counts. That is looked at among a few neighbours
    // only: where it is wrong, elements look different, and are compared field by field.
    bool is_given_again(std::uint64_t i) const noexcept {
        constexpr std::uint64_t kLooked = 32;
        const View<flatline_unknown> unknowns = map_.unknowns();
        for (std::uint64_t k = i + 1; k < unknowns.size() && k < i + kLooked; ++k) {
            if (unknowns[k].index != unknowns[i].index ||
                unknowns[k].element != unknowns[i].element) {
                return false;
            }
            if (unknowns[k].depth == 0 &&
                text::same_name(map_.text(unknowns[k].name), map_.text(unknowns[i].name))) {
                return true;
            }
        }
        return false;
    }

    bool hash_unknowns() noexcept {
        const View<flatline_unknown> unknowns = map_.unknowns();
        for (std::uint64_t i = 0; i < unknowns.size(); ++i) {
            const flatline_unknown& unknown = unknowns[i];
            if (unknown.element > FLATLINE_THING || unknown.depth != 0) continue;
            if (!half_.unknown[unknown.element].push(pairing_.memory, i)) return false;
            const std::string_view name = map_.text(unknown.name);
            if (!pairing_.representable.field(unknown.element, name) || is_given_again(i)) continue;
            const std::uint64_t value = hash_of(mixer_, map_, unknown_value(map_, i));
            half_.content[unknown.element][unknown.index] += mixer_.term(mixer_.name(name), value);
        }
        return true;
    }

    Pairing& pairing_;
    const Mixer& mixer_;
    Half& half_;
    const Map& map_;
    const udmf::Defaults own_, first_;
};

}  // namespace

bool hash_contents(Pairing& pairing) noexcept {
    return Hasher(pairing, pairing.a).run() && Hasher(pairing, pairing.b).run();
}

}  // namespace flatline::engine::compare
