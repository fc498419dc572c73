// model/result.hpp: the result of every load and build.
#pragma once

#include <cstdint>

#include "model/buffer.hpp"
#include "model/findings.hpp"

namespace flatline::engine {

/// How a call ended. The numbers are those of flatline_status in C.
enum class Status : std::uint8_t {
    ok = FLATLINE_OK,            ///< the value is complete
    refused = FLATLINE_REFUSED,  ///< the value is empty, and an error among the findings says why
    out_of_memory = FLATLINE_OUT_OF_MEMORY,  ///< the value is empty; the same call may be repeated
    cancelled =
        FLATLINE_CANCELLED,  ///< by LoadOptions::progress or a Sink; value and findings are empty
    unusable = FLATLINE_UNUSABLE,  ///< of baked maps only; value and findings are empty
};

/// Bytes of memory of one load or build. `announced` is an upper bound, each part of which was
/// known before it was taken; `used` is what was filled, working memory included, and never more
/// than it.
struct MemoryUse {
    std::uint64_t announced = 0;
    std::uint64_t used = 0;
    /// True: `announced` follows from the size of the text alone, some ten times it, and was taken
    /// as address space only. False: the load announced each piece before it took it.
    bool by_size = false;
};

/// What a builder or loader returns. `findings` belong to the call, whether it gave a value or not;
/// a status other than ok and cancelled has at least one. Move-only, as the value is.
template <class T>
struct [[nodiscard]] Result {
    Status status = Status::refused;
    T value;
    FindingList findings;
    MemoryUse memory;

    explicit operator bool() const noexcept { return status == Status::ok; }
};

/// The result of a load. The bytes that were given to a load_owned without success are in `text`:
/// describe can quote them, and the call can be repeated with them.
template <class T>
struct [[nodiscard]] LoadResult : Result<T> {
    Buffer text;
};

}  // namespace flatline::engine
