// Vertices that share a place: one of them may have moved away, or have come, alone.
#include <algorithm>

#include "diff/pairing.hpp"

namespace flatline::engine::compare {
namespace {

class TwinSplitter {
public:
    TwinSplitter(Pairing& pairing, Half& half, Table<std::uint32_t>& at, bool in_before,
                 Growing<Twin>& twins) noexcept
        : pairing_(pairing), half_(half), at_(at), in_before_(in_before), twins_(twins) {}

    // A vertex none of whose lines has a partner, beside one that has such lines, gets a node of
    // its own.
    bool run() noexcept {
        Table<std::uint8_t> vertices;  // of each node: how many, two stand for more
        if (!vertices.take_filled(pairing_.memory, pairing_.nodes.count, 0)) return false;
        bool any = false;
        for (const std::uint32_t node : half_.nodes) {
            if (node == FLATLINE_NONE) continue;
            if (vertices[node] < 2) ++vertices[node];
            any = any || vertices[node] == 2;
        }
        if (!any) return true;
        if (!mark_stable()) return false;
        for (std::uint32_t i = 0; i < half_.nodes.size(); ++i) {
            const std::uint32_t node = half_.nodes[i];
            if (node == FLATLINE_NONE || node >= vertices.size() || vertices[node] < 2) continue;
            if (stable_[i] == 0 && has_stable_[node] != 0 && !split(i)) return false;
        }
        choose_again(vertices);
        return true;
    }

private:
    bool mark_stable() noexcept {
        if (!stable_.take_filled(pairing_.memory, half_.nodes.size(), 0) ||
            !has_stable_.take_filled(pairing_.memory, pairing_.nodes.count, 0)) {
            return false;
        }
        const View<flatline_linedef> lines = half_.map.linedefs();
        for (std::uint32_t i = 0; i < lines.size(); ++i) {
            if (half_.partner[FLATLINE_LINEDEF][i] == FLATLINE_NONE) continue;
            for (const std::uint32_t vertex : {lines[i].v1, lines[i].v2}) {
                stable_[vertex] = 1;
                has_stable_[half_.nodes[vertex]] = 1;
            }
        }
        return true;
    }

    bool split(std::uint32_t vertex) noexcept {
        Nodes& nodes = pairing_.nodes;
        const std::uint32_t old = half_.nodes[vertex];
        // There is room: every vertex that is used has been counted.
        const std::uint32_t made = nodes.count++;
        if (!twins_.push(pairing_.memory, {vertex, old, made, in_before_})) return false;
        half_.nodes[vertex] = made;
        at_[made] = vertex;
        return true;
    }

    // Of the vertices that are left at a node the one with fields of its own stands for them.
    void choose_again(const Table<std::uint8_t>& vertices) noexcept {
        const Table<std::uint64_t>& content = half_.content[FLATLINE_VERTEX];
        for (std::uint32_t i = 0; i < vertices.size(); ++i) {
            if (vertices[i] == 2) at_[i] = FLATLINE_NONE;
        }
        for (std::uint32_t i = 0; i < half_.nodes.size(); ++i) {
            const std::uint32_t node = half_.nodes[i];
            if (node >= vertices.size() || vertices[node] != 2) continue;
            if (at_[node] == FLATLINE_NONE || content[i] > content[at_[node]]) at_[node] = i;
        }
    }

    Pairing& pairing_;
    Half& half_;
    Table<std::uint32_t>& at_;
    const bool in_before_;
    Growing<Twin>& twins_;
    Table<std::uint8_t> stable_, has_stable_;
};

}  // namespace

bool split_twins(Pairing& pairing, Growing<Twin>& twins) noexcept {
    Nodes& nodes = pairing.nodes;
    return TwinSplitter(pairing, pairing.a, nodes.before, true, twins).run() &&
           TwinSplitter(pairing, pairing.b, nodes.after, false, twins).run();
}

void join_twins(Pairing& pairing, const Growing<Twin>& twins) noexcept {
    Nodes& nodes = pairing.nodes;
    for (const Twin& twin : twins) {
        if (nodes.in_both(nodes.alias[twin.own])) continue;  // it moved
        Half& half = twin.in_before ? pairing.a : pairing.b;
        (twin.in_before ? nodes.before : nodes.after)[twin.own] = FLATLINE_NONE;
        half.nodes[twin.vertex] = twin.shared;
    }
}

}  // namespace flatline::engine::compare
