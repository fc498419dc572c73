// The public builder: nodes of a loaded map as a value of their own.
#include <new>
#include <utility>

#include "flatline/nodes.hpp"
#include "nodes/build.hpp"

namespace flatline {

struct detail::NodesStorage {
    Reservation memory;

    static void bind(Nodes& nodes, NodesStorage* storage, const flatline_bsp& bsp) noexcept {
        nodes.bsp_ = bsp;
        nodes.storage_ = storage;
    }
};

Nodes::Nodes(Nodes&& other) noexcept
    : bsp_(std::exchange(other.bsp_, {})), storage_(std::exchange(other.storage_, nullptr)) {}

Nodes& Nodes::operator=(Nodes&& other) noexcept {
    if (this != &other) {
        delete storage_;
        bsp_ = std::exchange(other.bsp_, {});
        storage_ = std::exchange(other.storage_, nullptr);
    }
    return *this;
}

Nodes::~Nodes() { delete storage_; }

std::uint32_t Nodes::subsector_at(double x, double y) const noexcept {
    return flatline::subsector_at(bsp_, x, y);
}

NodesResult build_nodes(const Map& map, const Limits& limits, const MemoryHooks& memory) noexcept {
    NodesResult result;
    result.findings.set_capacity(limits.findings);
    result.status = Status::out_of_memory;
    auto* storage = new (std::nothrow) detail::NodesStorage;
    if (storage == nullptr) return result;
    Budget budget(limits.arena_bytes);
    flatline_bsp bsp;
    const nodes::MapView view{map.vertices(), map.linedefs(), map.sidedefs()};
    const Outcome outcome =
        nodes::build(view, limits, memory, budget, storage->memory, result.findings, bsp);
    result.memory = {budget.announced(), budget.used()};
    if (outcome == Outcome::ok) {
        result.status = Status::ok;
        detail::NodesStorage::bind(result.nodes, storage, bsp);
        return result;
    }
    delete storage;
    if (outcome == Outcome::out_of_memory) return result;
    result.status = Status::refused;
    if (outcome == Outcome::over_limit) {
        nodes::Reporter(result.findings)
            .add(Rule::limit_arena_bytes, FLATLINE_NO_OFFSET,
                 static_cast<std::int64_t>(budget.wanted()),
                 static_cast<std::int64_t>(budget.limit()));
    }
    return result;
}

}  // namespace flatline
