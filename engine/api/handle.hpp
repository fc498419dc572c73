// What the files of the C functions share: their handles, and conversions of their structs to the
// engine's types.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include "flatline/flatline.h"
#include "model/archive.hpp"
#include "model/check.hpp"
#include "model/doom3.hpp"
#include "model/limits.hpp"
#include "model/load.hpp"
#include "model/resources.hpp"

namespace flatline::engine::capi {

struct Loaders {
    Loaders() = default;
#ifdef FLATLINE_LOADER_ONLY
    explicit Loaders(const MemoryHooks& hooks) noexcept : maps(hooks) {}
    Loader maps;
#else
    explicit Loaders(const MemoryHooks& hooks) noexcept : maps(hooks), doom3(hooks) {}
    Loader maps;
    Doom3Loader doom3;
#endif
};

/// What every handle begins with: the result of the call that made it, and what its findings quote.
struct Handle {
    virtual ~Handle() = default;
    /// The map that findings are about, where the handle is one.
    virtual const Map* map() const noexcept { return nullptr; }
    /// Gives the memory of a map back to the loader that made it.
    virtual void recycle(Loaders&) noexcept {}

    Status status = Status::ok;
    FindingList findings;
    MemoryUse memory;
    Bytes text;    ///< of a map, of a refused one too
    Buffer owned;  ///< `text`, where the map owns it; `value` is destroyed before it
};

template <class Value>
struct HandleOf : Handle {
    Value value;

    HandleOf() = default;
    explicit HandleOf(Value&& from) noexcept : value(std::move(from)) {}

    /// Takes what a load, a build or a check came to.
    flatline_status keep(Result<Value>&& made) noexcept {
        status = made.status;
        findings = std::move(made.findings);
        memory = made.memory;
        value = std::move(made.value);
        return static_cast<flatline_status>(status);
    }
};

}  // namespace flatline::engine::capi

struct flatline_map final : flatline::engine::capi::HandleOf<flatline::engine::Map> {
    const flatline::engine::Map* map() const noexcept override { return &value; }
    void recycle(flatline::engine::capi::Loaders& loaders) noexcept override {
        loaders.maps.recycle(std::move(value));
    }
};

#ifndef FLATLINE_LOADER_ONLY
struct flatline_doom3_map final : flatline::engine::capi::HandleOf<flatline::engine::Doom3Map> {
    void recycle(flatline::engine::capi::Loaders& loaders) noexcept override {
        loaders.doom3.recycle(std::move(value));
    }
};
#endif

struct flatline_loader final : flatline::engine::capi::HandleOf<flatline::engine::capi::Loaders> {
    using HandleOf::HandleOf;
};

struct flatline_archive final : flatline::engine::capi::HandleOf<flatline::engine::Archive> {
    using HandleOf::HandleOf;
};

struct flatline_report final : flatline::engine::capi::HandleOf<flatline::engine::CheckReport> {};

struct flatline_resources final : flatline::engine::capi::HandleOf<flatline::engine::Resources> {
    decltype(flatline_resources_options::report) report = nullptr;
    void* context = nullptr;
};

namespace flatline::engine::capi {

/// The public struct has the members of Limits in the same order, and room after them.
static_assert(std::is_trivially_copyable_v<Limits> && sizeof(Limits) <= sizeof(flatline_limits) &&
              sizeof(Limits) == offsetof(flatline_limits, reserved));

inline Limits limits_of(const flatline_limits* from) noexcept {
    Limits limits;
    if (from != nullptr) std::memcpy(static_cast<void*>(&limits), from, sizeof limits);
    return limits;
}

/// False where one of the two functions is missing.
[[nodiscard]] inline bool read_memory(const flatline_memory_hooks& from, MemoryHooks& to) noexcept {
    to = {from.acquire, from.release, from.context, from.seed};
    return (from.acquire == nullptr) == (from.release == nullptr);
}

/// Null without a callback. `progress` must outlive what is returned.
inline ProgressHooks progress_of(flatline_progress& progress) noexcept {
    if (progress.report == nullptr) return {};
    const auto report = [](void* context, std::uint64_t done, std::uint64_t total) {
        const auto& own = *static_cast<const flatline_progress*>(context);
        return own.report(own.context, done, total) != 0;
    };
    constexpr std::uint32_t kUsual = 5;
    std::uint32_t interval = progress.interval_ms != 0 ? progress.interval_ms : kUsual;
    if (interval == FLATLINE_PROGRESS_EVERY_STEP) interval = 0;
    return {report, &progress, interval};
}

// The strings that the engine gives out without a size are literals, so a zero byte follows them
// (tests/api/tables_test.cpp looks at each); an empty view may point nowhere.
inline const char* literal(std::string_view text) noexcept {
    return text.empty() ? "" : text.data();
}

inline const char* sized(std::string_view text, size_t* size) noexcept {
    if (size != nullptr) *size = text.size();
    return literal(text);
}

/// An array with its size; null where it is empty.
template <class T>
const T* sized(View<T> array, size_t* size) noexcept {
    if (size != nullptr) *size = array.size();
    return array.empty() ? nullptr : array.data();
}

/// The arrays of a handle; all zero without one.
template <class HandleType>
auto arrays_of(const HandleType* handle) noexcept {
    using Struct = std::decay_t<decltype(handle->value.arrays())>;
    static constexpr Struct kNone{};
    return handle != nullptr ? &handle->value.arrays() : &kNone;
}

inline std::string_view view(const char* text) noexcept {
    return text != nullptr ? std::string_view(text) : std::string_view();
}

/// False for bytes that are nowhere.
[[nodiscard]] inline bool read_bytes(const void* data, std::size_t size, Bytes& to) noexcept {
    to = {static_cast<const unsigned char*>(data), size};
    return data != nullptr || size == 0;
}
[[nodiscard]] inline bool read_bytes(const flatline_lump& from, Bytes& to) noexcept {
    return read_bytes(from.data, from.size, to);
}

inline Bytes bytes_of(std::string_view text) noexcept {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

/// The text of a map of either kind, of a refused one too.
inline std::string_view text_of(const void* map) noexcept {
    if (map == nullptr) return {};
    const Bytes text = static_cast<const Handle*>(map)->text;
    return {reinterpret_cast<const char*>(text.data()), text.size()};
}

/// A larger size means that the program never set the size of the struct.
inline constexpr std::size_t kMostStructBytes = 4096;

/// Copies the members that the program's version of the struct has over the defaults in `to`.
/// False for a size that no header has, and for a struct of a later header in which a member that
/// this library does not know is set. The first member is the size of the struct.
template <class Struct>
bool copy_options(const Struct* from, Struct& to) noexcept {
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

/// The C++ form of the options of a check; `given` must outlive `options`.
bool read_check_options(const flatline_check_options* from, flatline_check_options& given,
                        CheckOptions& options) noexcept;

/// What a call that makes something begins with. False where the caller has no place for it.
template <class HandleType>
[[nodiscard]] bool start(HandleType** out) noexcept {
    if (out != nullptr) *out = nullptr;
    return out != nullptr;
}

/// Makes a handle the caller's, for a call that fills it: null in `out` and OUT_OF_MEMORY where
/// there is no memory for it.
template <class HandleType, class Call>
flatline_status make(HandleType** out, const Call& call) noexcept {
    *out = new (std::nothrow) HandleType;
    return *out != nullptr ? call(**out) : FLATLINE_OUT_OF_MEMORY;
}

/// The same where the call may end with `without`, after which the caller gets no handle.
template <class HandleType, class Call>
flatline_status make_unless(flatline_status without, HandleType** out, const Call& call) noexcept {
    const flatline_status status = make(out, call);
    if (status == without) {
        delete *out;
        *out = nullptr;
    }
    return status;
}

/// A load into a handle that remembers its text; after one without success that text is the one
/// that the result gave back.
template <class HandleType, class Value>
flatline_status keep_load(HandleType& map, LoadResult<Value>&& result) noexcept {
    const Bytes given_back = result.text.bytes();
    if (!result && given_back.data() != nullptr) {
        map.text = given_back;
        map.owned = std::move(result.text);
    }
    return map.keep(std::move(result));
}

/// The same for a text that the map owns once it is loaded. `borrow` is the function that loads
/// it without owning it.
template <class HandleType, class Borrow>
flatline_status load_owned(const flatline_buffer& text, HandleType** out,
                           const Borrow& borrow) noexcept {
    const flatline_status status = borrow(text.data, text.size);
    if (status == FLATLINE_OK) {
        (*out)->owned = Buffer(text.data, text.size, text.release, text.context);
    }
    return status;
}

/// The bounds of memory of a load of `from`, a text or lumps, which is `good`.
template <class From>
flatline_status give_bound(bool good, const From& from, const flatline_options* options,
                           uint64_t* text, uint64_t* total) noexcept {
    MapOptions taken;
    good = taken.read(options) && good;
    const MemoryBound bound = good ? memory_bound(from, taken.get()) : MemoryBound{};
    if (text != nullptr) *text = bound.text;
    if (total != nullptr) *total = bound.total;
    return good ? FLATLINE_OK : FLATLINE_BAD_ARGUMENT;
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
flatline_status give(Archive&& archive, flatline_archive** out) noexcept;

/// Whether a finding that a host has made can be one.
inline bool is_finding(const flatline_finding& finding) noexcept {
    return finding.rule < kRuleCount && finding.severity <= FLATLINE_ERROR &&
           finding.lump <= FLATLINE_LUMP_NODES;
}

/// What write(out, capacity) writes, with a zero byte behind it, cut as snprintf cuts.
template <class Write>
size_t write_to(char* out, size_t capacity, const Write& write) noexcept {
    if (out == nullptr) capacity = 0;
    const size_t size = write(out, capacity);
    if (capacity != 0) out[size < capacity ? size : capacity - 1] = '\0';
    return size;
}

}  // namespace flatline::engine::capi
