// Differences outside of elements: globals, by name, and blocks, by name and contents.
#include <algorithm>

#include "diff/changes.hpp"
#include "diff/match.hpp"

namespace flatline::engine::compare {
namespace {

// An unknown block of a map, and its number among them.
struct Block {
    std::uint64_t entry, name, content;
    std::uint32_t index;
};

struct Global {
    std::uint64_t name;
    std::uint64_t entry;
    bool operator<(const Global& other) const noexcept {
        return name != other.name ? name < other.name : entry < other.entry;
    }
};

class GlobalAndBlockDiff {
public:
    GlobalAndBlockDiff(Pairing& pairing, Changes& out) noexcept
        : pairing_(pairing), out_(out), comparer_(pairing, out) {}

    bool run() noexcept {
        if (!add_namespace()) return false;
        if (!pairing_.representable.unknown()) return true;
        return read(pairing_.a, globals_a_, blocks_a_) && read(pairing_.b, globals_b_, blocks_b_) &&
               add_globals() && add_blocks();
    }

private:
    bool add_global(std::string_view name, const Value& before, const Value& after) noexcept {
        flatline_change change =
            make_change(FLATLINE_CHANGED, FLATLINE_GLOBAL, FLATLINE_NONE, FLATLINE_NONE);
        change.first_field = static_cast<std::uint32_t>(out_.fields.size());
        change.field_count = 1;
        return comparer_.add(name, before, after) && out_.rows.push(pairing_.memory, change);
    }

    bool add_namespace() noexcept {
        const std::string_view before = pairing_.a.map.map_namespace();
        const std::string_view after = pairing_.b.map.map_namespace();
        if (!pairing_.representable.has_namespace() || text::same_name(before, after)) return true;
        const auto value = [](std::string_view name) {
            return name.empty() ? no_value() : string_value(name);
        };
        return add_global("namespace", value(before), value(after));
    }

    bool read(const Half& half, Growing<Global>& globals, Growing<Block>& blocks) noexcept {
        const View<flatline_unknown> unknowns = half.map.unknowns();
        for (std::uint64_t i = 0; i < unknowns.size();) {
            const flatline_unknown& unknown = unknowns[i];
            const bool is_block = unknown.kind == FLATLINE_UNKNOWN_BLOCK;
            if (unknown.index == FLATLINE_NONE && unknown.depth == 0) {
                const std::uint64_t name = pairing_.mixer.name(half.map.text(unknown.name));
                if (is_block) {
                    const std::uint64_t content =
                        hash_of(pairing_.mixer, half.map, unknown_value(half.map, i));
                    const auto index = static_cast<std::uint32_t>(blocks.size());
                    if (!blocks.push(pairing_.memory, {i, name, content, index})) return false;
                } else if (!globals.push(pairing_.memory, {name, i})) {
                    return false;
                }
            }
            i = is_block ? unknown.value.block_end : i + 1;
        }
        return true;
    }

    // Sorted by name; of each name only the last.
    static void sort_names(Growing<Global>& globals) noexcept {
        std::sort(globals.begin(), globals.end());
        std::size_t left = 0;
        for (std::size_t i = 0; i < globals.size(); ++i) {
            if (i + 1 < globals.size() && globals[i].name == globals[i + 1].name) continue;
            globals[left++] = globals[i];
        }
        globals.truncate(left);
    }

    // In the order of the first map, then what only the second has in its order: by entries, since
    // the sorted lists stand in the order of a secret hash.
    bool add_globals() noexcept {
        sort_names(globals_a_);
        sort_names(globals_b_);
        Growing<std::uint64_t> both;  // entries of the first map
        const auto find = [](const Growing<Global>& in, std::uint64_t name) -> const Global* {
            const Global* at = std::lower_bound(in.begin(), in.end(), Global{name, 0});
            return at != in.end() && at->name == name ? at : nullptr;
        };
        const auto by_entry = [](const Global& a, const Global& b) { return a.entry < b.entry; };
        Growing<Global> order_a;
        Growing<Global> order_b;
        for (const Global& global : globals_a_) {
            if (!order_a.push(pairing_.memory, global)) return false;
        }
        for (const Global& global : globals_b_) {
            if (find(globals_a_, global.name) != nullptr) continue;
            if (!order_b.push(pairing_.memory, global)) return false;
        }
        std::sort(order_a.begin(), order_a.end(), by_entry);
        std::sort(order_b.begin(), order_b.end(), by_entry);
        const Map& a = pairing_.a.map;
        const Map& b = pairing_.b.map;
        for (const Global& global : order_a) {
            const Global* const other = find(globals_b_, global.name);
            const Value before = unknown_value(a, global.entry);
            const Value after = other != nullptr ? unknown_value(b, other->entry) : no_value();
            if (same_value(pairing_.mixer, a, before, b, after)) continue;
            if (!add_global(a.text(a.unknowns()[global.entry].name), before, after)) return false;
        }
        for (const Global& global : order_b) {
            if (!add_global(b.text(b.unknowns()[global.entry].name), no_value(),
                            unknown_value(b, global.entry))) {
                return false;
            }
        }
        return true;
    }

    bool add_blocks() noexcept {
        Growing<std::uint32_t> rest_a;
        Growing<std::uint32_t> rest_b;
        for (const Block& block : blocks_a_) {
            if (!rest_a.push(pairing_.memory, block.index)) return false;
        }
        for (const Block& block : blocks_b_) {
            if (!rest_b.push(pairing_.memory, block.index)) return false;
        }
        const auto whole = [&](const Block& block) {
            return pairing_.mixer.pair(block.name, block.content) | 1;
        };
        if (!match(
                pairing_.memory, rest_a, rest_b,
                [&](std::uint32_t i) { return whole(blocks_a_[i]); },
                [&](std::uint32_t i) { return whole(blocks_b_[i]); },
                [](std::uint32_t, std::uint32_t) {})) {
            return false;
        }
        bool good = true;
        const bool done = match(
            pairing_.memory, rest_a, rest_b, [&](std::uint32_t i) { return blocks_a_[i].name | 1; },
            [&](std::uint32_t i) { return blocks_b_[i].name | 1; },
            [&](std::uint32_t i, std::uint32_t k) {
                flatline_change change = make_block(FLATLINE_CHANGED, i, k);
                change.first_field = static_cast<std::uint32_t>(out_.fields.size());
                good = good && comparer_.compare_blocks(blocks_a_[i].entry, blocks_b_[k].entry);
                change.field_count =
                    static_cast<std::uint32_t>(out_.fields.size()) - change.first_field;
                good = good && out_.rows.push(pairing_.memory, change);
            });
        if (!done || !good) return false;
        for (const std::uint32_t i : rest_a) {
            if (!out_.rows.push(pairing_.memory, make_block(FLATLINE_REMOVED, i, FLATLINE_NONE)))
                return false;
        }
        for (const std::uint32_t k : rest_b) {
            if (!out_.rows.push(pairing_.memory, make_block(FLATLINE_ADDED, FLATLINE_NONE, k)))
                return false;
        }
        return true;
    }

    flatline_change make_block(std::uint8_t kind, std::uint32_t before,
                               std::uint32_t after) const noexcept {
        flatline_change change = make_change(kind, FLATLINE_BLOCK, before, after);
        const auto entry = [](const Growing<Block>& blocks, std::uint32_t i) {
            return i == FLATLINE_NONE ? FLATLINE_NONE : static_cast<std::uint32_t>(blocks[i].entry);
        };
        change.owner_before = entry(blocks_a_, before);
        change.owner_after = entry(blocks_b_, after);
        return change;
    }

    Pairing& pairing_;
    Changes& out_;
    FieldComparer comparer_;
    Growing<Global> globals_a_, globals_b_;
    Growing<Block> blocks_a_, blocks_b_;
};

}  // namespace

bool list_outside(Pairing& pairing, Changes& out) noexcept {
    return GlobalAndBlockDiff(pairing, out).run();
}

}  // namespace flatline::engine::compare
