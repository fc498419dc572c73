// What the files of the C functions share: their handles, and the C++ forms of their structs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include "flatline/archive.hpp"
#include "flatline/check.hpp"
#include "flatline/doom3.hpp"
#include "flatline/flatline.h"
#include "flatline/limits.hpp"
#include "flatline/load.hpp"
#include "flatline/resources.hpp"

// The result of a load and the text under it, which findings of a refused map need as well.
struct flatline_map {
    flatline::Buffer owned;  // of flatline_load_owned; the result is destroyed before it
    flatline::Bytes text;
    flatline::LoadResult<flatline::Map> result;
};

struct flatline_loader {
    flatline::Loader loader;
};

struct flatline_doom3_map {
    flatline::Buffer owned;  // of flatline_doom3_load_owned; the result is destroyed before it
    flatline::Bytes text;
    flatline::LoadResult<flatline::Doom3Map> result;
};

struct flatline_doom3_loader {
    flatline::Doom3Loader loader;
};

struct flatline_archive {
    flatline::Archive archive;
};

struct flatline_report {
    flatline::Result<flatline::CheckReport> result;
};

struct flatline_resources {
    flatline::Resources resources;
    decltype(flatline_resources_options::report) report = nullptr;
    void* context = nullptr;
};

namespace flatline::capi {

static_assert(std::is_trivially_copyable_v<Limits> && sizeof(Limits) <= sizeof(flatline_limits));

inline Limits limits_of(const flatline_limits& from) noexcept {
    Limits limits;
    std::memcpy(&limits, from.storage, sizeof limits);
    return limits;
}

/// False where one of the two functions is missing.
[[nodiscard]] inline bool read_memory(const flatline_memory& from, MemoryHooks& to) noexcept {
    to = {from.acquire, from.release, from.context, from.seed};
    return (from.acquire == nullptr) == (from.release == nullptr);
}

/// Null where nobody is told. `progress` must outlive what is returned.
inline ProgressHooks progress_of(flatline_progress& progress) noexcept {
    if (progress.report == nullptr) return {};
    const auto report = [](void* context, std::uint64_t done, std::uint64_t total) {
        const auto& own = *static_cast<const flatline_progress*>(context);
        return own.report(own.context, done, total) != 0;
    };
    return {report, &progress, progress.interval_ms};
}

inline void tell(const MemoryUse& memory, uint64_t* announced, uint64_t* used) noexcept {
    if (announced != nullptr) *announced = memory.announced;
    if (used != nullptr) *used = memory.used;
}

// The strings that the engine gives out without a size are literals, so a zero byte follows them
// (capi_test.cpp looks at each); an empty view may point nowhere.
inline const char* literal(std::string_view text) noexcept {
    return text.empty() ? "" : text.data();
}

inline const char* sized(std::string_view text, size_t* size) noexcept {
    if (size != nullptr) *size = text.size();
    return literal(text);
}

inline std::string_view view(const char* text) noexcept {
    return text != nullptr ? std::string_view(text) : std::string_view();
}

inline Bytes bytes_of(std::string_view text) noexcept {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

/// The text of a map of either kind, of a refused one too.
template <class Handle>
std::string_view text_of(const Handle* map) noexcept {
    if (map == nullptr) return {};
    return {reinterpret_cast<const char*>(map->text.data()), map->text.size()};
}

/// A struct of that many bytes is none: its size was never set.
inline constexpr std::size_t kMostStructBytes = 4096;

/// Copies the members that the program's version of the struct has over the defaults in `to`.
/// False for a struct that no header can have made, and for one of a later header with something
/// set behind what this library knows. The first member is the size of the struct.
template <class Struct>
bool take(const Struct* from, Struct& to) noexcept {
    if (from == nullptr) return true;
    std::size_t size = 0;
    std::memcpy(&size, from, sizeof size);
    // Every size of a struct is a multiple of its alignment; others would cut a pointer in two.
    if (size <= sizeof size || size > kMostStructBytes || size % alignof(Struct) != 0) {
        return false;
    }
    const auto* bytes = reinterpret_cast<const unsigned char*>(from);
    for (std::size_t i = sizeof to; i < size; ++i) {
        if (bytes[i] != 0) return false;
    }
    std::memcpy(static_cast<void*>(&to), bytes, std::min(size, sizeof to));
    return true;
}

/// The C++ forms of the options of one load. They point into themselves: not to be copied.
class MapOptions {
public:
    MapOptions() noexcept = default;
    MapOptions(const MapOptions&) = delete;
    MapOptions& operator=(const MapOptions&) = delete;

    /// False for options that no version of the header can have made.
    bool read(const flatline_options* from) noexcept;
    const LoadOptions& get() const noexcept { return options_; }

private:
    bool read_unreadable() noexcept;

    flatline_options given_ = FLATLINE_OPTIONS_INIT;
    LoadOptions options_;
    UnreadableLump unreadable_[8];
};
/// The same for a Doom 3 map; `given` must outlive `options`.
bool read_options(const flatline_doom3_options* from, flatline_doom3_options& given,
                  Doom3Options& options) noexcept;

/// What loading a map of either kind has in common: a handle, and in it the result that `load`
/// makes of the text.
template <class Handle, class Load>
flatline_status load_text(Bytes text, Handle** out, const Load& load) noexcept {
    auto* map = new (std::nothrow) Handle;
    if (map == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *out = map;
    map->text = text;
    map->result = load(text);
    return static_cast<flatline_status>(map->result.status);
}

/// The same for a text that the map owns once it is loaded. `borrow` is the function that loads
/// it without owning it.
template <class Handle, class Borrow>
flatline_status load_owned(const flatline_buffer& text, Handle** out,
                           const Borrow& borrow) noexcept {
    const flatline_status status = borrow(text.data, text.size);
    if (status == FLATLINE_OK) {
        (*out)->owned = Buffer(text.data, text.size, text.release, text.context);
    }
    return status;
}

/// Makes bytes the caller's; empty where there are none, or no memory for their owner.
inline flatline_buffer hand_over(Buffer&& bytes) noexcept {
    if (bytes.data() == nullptr) return {};
    auto* owner = new (std::nothrow) Buffer(std::move(bytes));
    if (owner == nullptr) return {};
    const auto release = [](void* context, void*, size_t) { delete static_cast<Buffer*>(context); };
    return {owner->data(), owner->size(), release, owner};
}

/// OUT_OF_MEMORY where that is why something could not be read, else REFUSED.
inline flatline_status status_of(const Finding& problem) noexcept {
    return problem.rule == static_cast<std::uint16_t>(Rule::out_of_memory) ? FLATLINE_OUT_OF_MEMORY
                                                                           : FLATLINE_REFUSED;
}

/// Makes an archive the caller's: OK, or REFUSED where it is of no use as a whole.
inline flatline_status give(Archive&& archive, flatline_archive** out) noexcept {
    auto* made = new (std::nothrow) flatline_archive{std::move(archive)};
    if (made == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *out = made;
    if (!made->archive.broken()) return FLATLINE_OK;
    for (const ArchiveFinding& found : made->archive.findings()) {
        if (found.finding.rule == static_cast<uint16_t>(Rule::out_of_memory)) {
            delete made;
            *out = nullptr;
            return FLATLINE_OUT_OF_MEMORY;
        }
    }
    return FLATLINE_REFUSED;
}

/// The findings of a list, and how many to `count`.
inline const flatline_finding* findings_of(const FindingList* list, size_t* count) noexcept {
    const auto kept = list != nullptr ? list->kept() : View<flatline_finding>();
    if (count != nullptr) *count = kept.size();
    return kept.data();
}

/// Whether a finding that a host has made can be one.
inline bool is_finding(const flatline_finding& finding) noexcept {
    return finding.rule < kRuleCount && finding.severity <= FLATLINE_ERROR &&
           finding.lump <= FLATLINE_LUMP_NODES;
}

/// How many of a severity a list has counted.
uint64_t count_of(const FindingList* list, uint8_t severity) noexcept;

/// 1 where one of this rule was added to a list.
int has_rule(const FindingList* list, uint16_t rule) noexcept;

/// The findings of what a handle holds; null for a null handle.
template <class Handle>
const FindingList* list_of(const Handle* handle) noexcept {
    return handle != nullptr ? &handle->result.findings : nullptr;
}

/// What write(out, capacity) writes, with a zero byte behind it, cut as snprintf cuts.
template <class Write>
size_t write_to(char* out, size_t capacity, const Write& write) noexcept {
    if (out == nullptr) capacity = 0;
    const size_t size = write(out, capacity);
    if (capacity != 0) out[size < capacity ? size : capacity - 1] = '\0';
    return size;
}

/// The sentence of a finding with its zero byte, as snprintf writes.
size_t describe_to(const flatline_finding* finding, std::string_view text, char* out,
                   size_t capacity) noexcept;

void place_to(std::string_view text, uint64_t offset, uint64_t* line, uint64_t* column) noexcept;

}  // namespace flatline::capi
