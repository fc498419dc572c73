// Reads the text of a Doom 3 map into flat arrays, in one pass. It knows how entities and
// primitives nest, and it continues after errors. The fast and the slow path read the lines. Only
// this file and the slow path report errors of the text.
#pragma once

#include <cstdint>

#include "base/outcome.hpp"
#include "base/progress.hpp"
#include "doom3/builder.hpp"
#include "doom3/fast_path.hpp"
#include "doom3/report.hpp"
#include "doom3/slow_path.hpp"
#include "model/kernel.hpp"

namespace flatline::engine::doom3 {

struct ReadOptions {
    const Limits& limits;
    bool partial = false;  // errors leave out what they are in, and do not refuse the map
    bool escapes = false;  // strings have those of DarkRadiant
    bool fast = true;      // false: the slow path alone, with the same result
    Kernel kernel = Kernel::automatic;
    Progress* progress = nullptr;  // null: nobody asks
};

class MapReader {
public:
    MapReader(ReadWorkspace& workspace, const MemoryHooks& hooks, Budget& budget,
              FindingList& findings, const ReadOptions& options) noexcept;
    // The paths look at the text and the builder in it.
    MapReader(const MapReader&) = delete;
    MapReader& operator=(const MapReader&) = delete;

    /// Reads the text into `raw`, whose arrays lie in `memory`. Offsets of findings count from the
    /// first byte of `text`. An error leaves out the primitive that it is in, or the rest of its
    /// entity, and reading goes on after the closing brace. The map is then refused, unless a
    /// partial result was asked for.
    Outcome read(Bytes text, Reservation& memory, RawMap& raw) noexcept;
    /// False if something was left out.
    bool complete() const noexcept { return !report_.failed(); }

    /// Sides, control points and pairs by the path that read them, for tests.
    std::uint64_t fast_lines() const noexcept { return fast_path_.lines(); }
    std::uint64_t slow_lines() const noexcept { return slow_path_.lines(); }

private:
    Outcome begin(Bytes text, Reservation& memory, RawMap& raw) noexcept;
    Outcome reserve(Reservation& memory, RawMap& raw) noexcept;
    bool meets_nul(const Byte* end) noexcept;
    bool run() noexcept;
    Step header() noexcept;
    Step entity(const Byte* open) noexcept;
    Step entity_body(const Byte* open) noexcept;
    Step primitive(const Byte* open) noexcept;
    Step primitive_body(const Byte* open) noexcept;
    Step brush(std::uint16_t kind, const Byte* open) noexcept;
    Step sides(std::uint16_t kind) noexcept;
    Step patch(std::uint16_t kind, const Byte* open) noexcept;
    Step grid(const flatline_doom3_patch& patch) noexcept;
    bool goes_on() noexcept;

    const MemoryHooks& hooks_;
    Budget& budget_;
    const ReadOptions options_;
    MapText text_;
    Report report_;
    Builder builder_;
    FastPath fast_path_;
    SlowPath slow_path_;
    const Byte* reported_ = nullptr;  // progress is reported up to here
    const Byte* looked_ = nullptr;    // up to here there is no NUL but for `nul_`
    const Byte* nul_ = nullptr;       // it refuses the text
    bool cancelled_ = false;
};

}  // namespace flatline::engine::doom3
