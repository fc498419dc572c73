#include "udmf/shrink_to_fit.hpp"

#include <cstring>
#include <utility>

#include "base/array.hpp"

namespace flatline::engine::udmf {
namespace {

// Moves an array out of what it lies in to memory of its own that has its size; false if there
// is none.
template <class T>
bool move_alone(Array<T>& array, const MemoryHooks& hooks, Reservation& own) noexcept {
    const std::size_t bytes = array.size() * sizeof(T);
    Reservation exact;
    if (!exact.ensure(hooks, bytes)) return false;
    if (bytes != 0) std::memcpy(exact.data(), array.data(), bytes);
    array.move_to(exact.data());
    own = std::move(exact);
    return true;
}

}  // namespace

void shrink_to_fit(const MemoryHooks& hooks, Budget& budget, std::uint64_t announced,
                   std::uint64_t held, RawMemory& memory, RawMap& raw) noexcept {
    const auto may_add = [&](std::uint64_t bytes) {
        std::uint64_t all = held + memory.arrays.size() + memory.names.size() +
                            memory.unknowns.size() + memory.decoded.size() + bytes;
        for (const Reservation& own : memory.elements) all += own.size();
        const std::uint64_t lack = all > announced ? all - announced : 0;
        if (lack > budget.limit() - budget.announced()) return false;
        budget.announce(lack);
        announced += lack;
        return true;
    };
    // True if the array then lies alone.
    const auto trim = [&](auto& array, Reservation& own) {
        const std::uint64_t bytes = array.size() * sizeof array[0];
        const void* const at = array.data();
        const bool is_alone = own.data() != nullptr && at == own.data();
        if ((is_alone && !own.is_wasted_on(array.charged_bytes())) || !may_add(bytes))
            return is_alone;
        return move_alone(array, hooks, own) || is_alone;
    };
    bool alone = trim(raw.names, memory.names) && trim(raw.unknowns, memory.unknowns) &&
                 trim(raw.decoded, memory.decoded);
    // Slices of threads lie in one piece, which goes back when the last of them has moved.
    std::uint64_t charged = 0;
    each_element_array(raw, [&](std::size_t, auto& array) { charged += array.charged_bytes(); });
    if (memory.arrays.data() != nullptr && (!alone || !memory.arrays.is_wasted_on(charged))) return;
    each_element_array(raw, [&](std::size_t kind, auto& array) {
        alone = alone && trim(array, memory.elements[kind]);
    });
    if (alone) memory.arrays.reset();
}

}  // namespace flatline::engine::udmf
