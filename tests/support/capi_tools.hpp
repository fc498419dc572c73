// For tests of the C functions: maps that free themselves, and memory of a host.
#pragma once

#include <cstdlib>
#include <string>

#include "flatline/flatline.h"

namespace capi_tools {

// A map that is freed at the end of its scope.
class Loaded {
public:
    explicit Loaded(const std::string& text, const flatline_options* options = nullptr,
                    flatline_loader* loader = nullptr)
        : status(flatline_load_borrowed(loader, text.data(), text.size(), options, &map)) {}
    Loaded(const Loaded&) = delete;
    Loaded& operator=(const Loaded&) = delete;
    ~Loaded() { flatline_free(map); }

    const flatline_arrays& arrays() const { return *flatline_map_arrays(map); }
    std::string text(flatline_text t) const {
        std::size_t size = 0;
        const char* data = flatline_map_text(map, t, &size);
        return {data, size};
    }
    std::string name(std::uint32_t id) const {
        std::size_t size = 0;
        const char* data = flatline_map_name(map, id, &size);
        return {data, size};
    }
    // The first finding of a rule, null if there is none.
    const flatline_finding* finding(const std::string& rule) const {
        std::size_t count = 0;
        const flatline_finding* findings = flatline_findings(map, &count);
        for (std::size_t i = 0; i < count; ++i) {
            if (rule == flatline_rule_id(findings[i].rule)) {
                return findings + i;
            }
        }
        return nullptr;
    }

    flatline_map* map = nullptr;
    flatline_status status;
};

// Memory of a host that counts what is out.
struct Pool {
    std::size_t pieces = 0;
    std::size_t bytes = 0;
    bool spent = false;

    static void* acquire(void* context, std::size_t bytes) {
        auto* pool = static_cast<Pool*>(context);
        void* memory = pool->spent ? nullptr : std::aligned_alloc(64, (bytes + 63) / 64 * 64);
        if (memory != nullptr) {
            ++pool->pieces;
            pool->bytes += bytes;
        }
        return memory;
    }
    static void release(void* context, void* memory, std::size_t bytes) {
        auto* pool = static_cast<Pool*>(context);
        --pool->pieces;
        pool->bytes -= bytes;
        std::free(memory);
    }
    flatline_memory_hooks memory() { return {acquire, release, this, 0}; }
};

}  // namespace capi_tools
