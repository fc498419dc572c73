// Shared by the writers of map lumps of all formats.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "load/conclude.hpp"
#include "model/write_wad.hpp"
#include "nodes/decode.hpp"

namespace flatline::engine {

struct detail::MapLumpsStorage {
    Reservation list;
    Reservation data;
    Reservation nodes;
};

/// A sink that writes to memory, or with none only counts.
struct MemorySink {
    unsigned char* at = nullptr;
    std::uint64_t size = 0;

    static bool write(void* context, const unsigned char* bytes, std::size_t size) noexcept {
        auto& self = *static_cast<MemorySink*>(context);
        if (self.at != nullptr) std::memcpy(self.at + self.size, bytes, size);
        self.size += size;
        return true;
    }
};

/// One call of make_map_lumps.
struct LumpWork {
    const Map& map;
    const MapLumpsOptions& options;
    detail::MapLumpsStorage& storage;
    FindingList& findings;
    Budget& budget;
    LumpView* lumps = nullptr;
    std::size_t count = 0;

    /// Precondition: there is room, see kMadeLumps.
    void add(std::string_view name, Bytes bytes) noexcept { lumps[count++] = {name, bytes}; }
    /// The first stored lump of that name, in any case; null if there is none.
    const LumpView* stored(std::string_view name) const noexcept;
    nodes::MapView view() const noexcept {
        return {map.vertices(), map.linedefs(), map.sidedefs()};
    }

    /// Builds a tree and reports the progress; where none can be built a finding says why, and
    /// `out` stays empty.
    Outcome build_nodes(Reservation& memory, flatline_bsp& out) noexcept;
    /// Makes ZGL3 of XGL3 and ZNOD of XNOD. The result lies in storage.nodes.
    Outcome compress(Bytes& lump) noexcept;
};

/// So many lumps are made at most, besides those that are kept.
inline constexpr std::size_t kMadeLumps = 12;

/// What drops a part and goes on.
inline Outcome unless_refused(Outcome outcome) noexcept {
    return outcome == Outcome::refused ? Outcome::ok : outcome;
}

/// Adds all lumps of the format. Not ok: the findings say why, but for memory.
Outcome make_udmf_lumps(LumpWork& work) noexcept;
Outcome make_binary_lumps(LumpWork& work) noexcept;

}  // namespace flatline::engine
