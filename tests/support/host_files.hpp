// A host's files in memory, as the three functions of flatline_source, that misbehave on demand.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "flatline/flatline.h"

namespace capi_tools {

struct HostFiles {
    std::vector<std::pair<std::string, std::string>> files;  // path and bytes
    std::uint64_t closed = UINT64_MAX;                       // number of a file that does not open
    std::uint64_t most = UINT64_MAX;                         // bytes that a read gives
    std::uint64_t boast = 0;                                 // what a read adds to its answer
    std::uint64_t reads = 0;                                 // counted

    flatline_source source() {
        flatline_source source = FLATLINE_SOURCE_INIT;
        source.list = list;
        source.size = size;
        source.read = read;
        source.context = this;
        return source;
    }

private:
    static const char* list(void* context, std::uint64_t i) {
        const auto& self = *static_cast<HostFiles*>(context);
        return i < self.files.size() ? self.files[i].first.c_str() : nullptr;
    }
    static std::uint64_t size(void* context, std::uint64_t i) {
        const auto& self = *static_cast<HostFiles*>(context);
        return i == self.closed ? FLATLINE_NO_FILE : self.files[i].second.size();
    }
    static std::uint64_t read(void* context, std::uint64_t i, std::uint64_t offset, void* out,
                              std::uint64_t size) {
        auto& self = *static_cast<HostFiles*>(context);
        ++self.reads;
        const std::string& bytes = self.files[i].second;
        if (offset >= bytes.size()) return 0;
        const std::uint64_t count = std::min({size, self.most, bytes.size() - offset});
        std::memcpy(out, bytes.data() + offset, count);
        return count + self.boast;
    }
};

}  // namespace capi_tools
