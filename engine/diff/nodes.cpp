// Vertices by place.
#include <algorithm>

#include "diff/pairing.hpp"

namespace flatline::engine::compare {
namespace {

class NodeFinder {
public:
    explicit NodeFinder(Pairing& pairing) noexcept : pairing_(pairing), nodes_(pairing.nodes) {}

    bool run() noexcept {
        std::uint32_t used = 0;
        if (!mark(pairing_.a, used) || !mark(pairing_.b, used)) return false;
        std::size_t slots = 16;
        while (slots < std::size_t{used} * 2) slots *= 2;
        Memory& memory = pairing_.memory;
        if (!nodes_.before.take_filled(memory, used, 0xFF) ||
            !nodes_.after.take_filled(memory, used, 0xFF) || !nodes_.alias.take(memory, used) ||
            !slots_.take_filled(memory, slots, 0xFF)) {
            return false;
        }
        mask_ = slots - 1;
        place(pairing_.a, nodes_.before);
        place(pairing_.b, nodes_.after);
        for (std::uint32_t i = 0; i < used; ++i) nodes_.alias[i] = i;
        slots_.release();
        return true;
    }

private:
    // Vertices that a line uses get 0 for now.
    bool mark(Half& half, std::uint32_t& used) noexcept {
        Table<std::uint32_t>& nodes = half.nodes;
        if (!nodes.take_filled(pairing_.memory, half.map.vertices().size(), 0xFF)) return false;
        for (const flatline_linedef& line : half.map.linedefs()) {
            for (const std::uint32_t vertex : {line.v1, line.v2}) {
                used += nodes[vertex] == FLATLINE_NONE;
                nodes[vertex] = 0;
            }
        }
        return true;
    }

    const flatline_vertex& vertex_of(std::uint32_t node) const noexcept {
        const std::uint32_t before = nodes_.before[node];
        return before != FLATLINE_NONE ? pairing_.a.map.vertices()[before]
                                       : pairing_.b.map.vertices()[nodes_.after[node]];
    }

    // Of several vertices at one place the one with fields of its own stands for them.
    void place(Half& half, Table<std::uint32_t>& at) noexcept {
        const View<flatline_vertex> vertices = half.map.vertices();
        const Table<std::uint64_t>& content = half.content[FLATLINE_VERTEX];
        for (std::uint32_t i = 0; i < vertices.size(); ++i) {
            if (half.nodes[i] == FLATLINE_NONE) continue;
            const std::uint32_t node = find(vertices[i]);
            half.nodes[i] = node;
            if (node == nodes_.count) ++nodes_.count;
            const std::uint32_t first = at[node];
            if (first == FLATLINE_NONE || content[i] > content[first]) at[node] = i;
        }
    }

    std::uint32_t find(const flatline_vertex& vertex) noexcept {
        const std::uint64_t x = bits_of(vertex.x);
        const std::uint64_t y = bits_of(vertex.y);
        for (std::size_t slot = pairing_.mixer.pair(x, y) & mask_;; slot = (slot + 1) & mask_) {
            if (slots_[slot] == FLATLINE_NONE) return slots_[slot] = nodes_.count;
            const flatline_vertex& other = vertex_of(slots_[slot]);
            if (bits_of(other.x) == x && bits_of(other.y) == y) return slots_[slot];
        }
    }

    Pairing& pairing_;
    Nodes& nodes_;
    Table<std::uint32_t> slots_;
    std::size_t mask_ = 0;
};

}  // namespace

bool find_nodes(Pairing& pairing) noexcept { return NodeFinder(pairing).run(); }

}  // namespace flatline::engine::compare
