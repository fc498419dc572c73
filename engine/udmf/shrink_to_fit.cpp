#include "udmf/shrink_to_fit.hpp"

#include <cstring>
#include <utility>

#include "base/array.hpp"
#include "base/layout.hpp"

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

// The same for all arrays of elements, into one piece.
bool move_elements(const MemoryHooks& hooks, std::uint64_t bytes, Reservation& arrays,
                   RawMap& raw) noexcept {
    Reservation exact;
    if (!exact.ensure(hooks, bytes)) return false;
    Layout layout;
    const auto move = [&](auto& array) {
        const std::size_t size = array.size() * sizeof array[0];
        unsigned char* const to = exact.data() + layout.add(1, size);
        if (size != 0) std::memcpy(to, array.data(), size);
        array.move_to(to);
    };
    move(raw.vertices);
    move(raw.linedefs);
    move(raw.sidedefs);
    move(raw.sectors);
    move(raw.things);
    arrays = std::move(exact);
    return true;
}

std::uint64_t bytes_of_elements(const RawMap& raw) noexcept {
    Layout layout;
    layout.add(raw.vertices.size(), sizeof(flatline_vertex));
    layout.add(raw.linedefs.size(), sizeof(flatline_linedef));
    layout.add(raw.sidedefs.size(), sizeof(flatline_sidedef));
    layout.add(raw.sectors.size(), sizeof(flatline_sector));
    layout.add(raw.things.size(), sizeof(flatline_thing));
    return layout.bytes();
}

}  // namespace

void shrink_to_fit(const MemoryHooks& hooks, Budget& budget, std::uint64_t announced,
                   std::uint64_t held, RawMemory& memory, RawMap& raw) noexcept {
    const auto may_add = [&](std::uint64_t bytes) {
        const std::uint64_t all = held + memory.arrays.size() + memory.names.size() +
                                  memory.unknowns.size() + memory.decoded.size() + bytes;
        const std::uint64_t lack = all > announced ? all - announced : 0;
        if (lack > budget.limit() - budget.announced()) return false;
        budget.announce(lack);
        announced += lack;
        return true;
    };
    const auto trim = [&](auto& array, Reservation& own) {
        const std::uint64_t bytes = array.size() * sizeof array[0];
        const void* const at = array.data();
        const bool is_alone = own.data() != nullptr && at == own.data();
        if ((is_alone && !own.is_wasted_on(array.charged_bytes())) || !may_add(bytes))
            return is_alone;
        return move_alone(array, hooks, own) || is_alone;
    };
    const bool alone = trim(raw.names, memory.names) && trim(raw.unknowns, memory.unknowns) &&
                       trim(raw.decoded, memory.decoded);
    const std::uint64_t elements = bytes_of_elements(raw);
    const std::uint64_t charged = raw.vertices.charged_bytes() + raw.linedefs.charged_bytes() +
                                  raw.sidedefs.charged_bytes() + raw.sectors.charged_bytes() +
                                  raw.things.charged_bytes();
    if (alone && memory.arrays.is_wasted_on(charged) && may_add(elements)) {
        (void)move_elements(hooks, elements, memory.arrays, raw);
    }
}

}  // namespace flatline::engine::udmf
