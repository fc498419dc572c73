// Lumps that a host names and its sinks, as the engine takes them.
#pragma once

#include <cstddef>

#include "api/handle.hpp"
#include "base/list.hpp"
#include "model/write_wad.hpp"

namespace flatline::engine::capi {

/// A sink of C as one of C++.
inline Sink sink_of(const flatline_sink* sink) noexcept {
    const auto pass_on = [](void* context, const unsigned char* bytes, std::size_t size) noexcept {
        const auto& own = *static_cast<const flatline_sink*>(context);
        return own.write != nullptr && own.write(own.context, bytes, size) != 0;
    };
    return {pass_on, const_cast<flatline_sink*>(sink)};
}

/// Appends lumps of C as lumps of C++, which refer to them. False where memory is out.
[[nodiscard]] inline bool append_lumps(const flatline_named_lump* lumps, std::size_t count,
                                       List<LumpView>& out) noexcept {
    if (!out.reserve(out.size() + count)) return false;
    for (std::size_t i = 0; i < count; ++i) {
        const auto* const data = static_cast<const unsigned char*>(lumps[i].bytes.data);
        if (!out.push({view(lumps[i].name), {data, lumps[i].bytes.size}})) return false;
    }
    return true;
}

}  // namespace flatline::engine::capi
