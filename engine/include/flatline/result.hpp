// flatline/result.hpp: what every call gives: a status, findings and a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "flatline/flatline.h"
#include "flatline/host.hpp"

namespace flatline {

/// How bad a finding is. Source: docs/rules.md, "Severities".
enum class Severity : std::uint8_t { note, warning, error };

/// One finding, and the handle of the map whose text its sentence quotes. The map must outlive
/// every call that makes a sentence from the finding. Of a check's finding `f`, Finding(f,
/// map.raw()) quotes the map.
struct Finding : flatline_finding {
    Finding() noexcept : flatline_finding() {}
    Finding(const flatline_finding& finding, const void* from = nullptr) noexcept
        : flatline_finding(finding), handle(from) {}

    bool is(Rule other) const noexcept { return rule == static_cast<std::uint16_t>(other); }
    Severity level() const noexcept { return static_cast<Severity>(severity); }
    static Finding of(const void* handle, std::size_t, const flatline_finding& finding) noexcept {
        return {finding, handle};
    }

    const void* handle = nullptr;
};

/// A finding of the host's own about a map or file as a whole, with the severity of its rule.
/// `lump` is one of FLATLINE_LUMP_*.
inline Finding make_finding(Rule rule, std::uint8_t lump = FLATLINE_LUMP_NONE,
                            std::uint64_t offset = FLATLINE_NO_OFFSET, std::int64_t a = 0,
                            std::int64_t b = 0) noexcept {
    return flatline_make_finding(static_cast<std::uint16_t>(rule), lump, offset, a, b);
}

namespace detail {

/// The string that a snprintf-like function writes.
template <class Write>
std::string written(const Write& write) {
    std::string text(159, '\0');
    const std::size_t size = write(&text[0], text.size() + 1);
    const bool cut = size > text.size();
    text.resize(size);
    if (cut) write(&text[0], size + 1);
    return text;
}

}  // namespace detail

/// The element and the sentence of a finding, without its place. Bytes of the map that are not
/// printable ASCII become \xHH.
inline std::string sentence(const Finding& f) {
    return detail::written([&](char* out, std::size_t capacity) noexcept {
        return flatline_describe(f.handle, &f, out, capacity);
    });
}
/// The same into `out`, cut to `capacity` with its zero byte. Returns the length of all of it.
/// Allocates nothing.
inline std::size_t sentence(const Finding& f, char* out, std::size_t capacity) noexcept {
    return flatline_describe(f.handle, &f, out, capacity);
}

/// Place and sentence of a finding, such as "maps.wad:MAP01 TEXTMAP line 12 column 3, linedef 7: v2
/// is 9, but the map has 4 vertices". `file` and `map` are text of the host; null leaves them out.
/// Reads the text up to the place: for thousands of findings Map::locate() is quicker.
inline std::string describe_at(const Finding& f, const char* file = nullptr,
                               const char* map = nullptr) {
    flatline_finding_source source = FLATLINE_FINDING_SOURCE_INIT;
    source.file = file;
    source.map_name = map;
    source.map = f.handle;
    return detail::written([&](char* out, std::size_t capacity) noexcept {
        return flatline_describe_at(&f, &source, out, capacity);
    });
}

/// A line and a column of a text. Both count from 1, columns in bytes; 0 where there is no place.
struct Place {
    std::uint64_t line = 0, column = 0;
};

/// The place of a finding in the text of its map. Reads the text up to there.
inline Place place(const Finding& f) noexcept {
    Place at;
    flatline_place(f.handle, f.offset, &at.line, &at.column);
    return at;
}

/// The findings that a call kept: the first ones up to the limit `findings`, errors before others.
/// The counts are of all, kept or not. They live as long as what the call gave.
template <class Kind>
class FindingRange : public Items<Kind> {
public:
    explicit FindingRange(const void* handle) noexcept
        : Items<Kind>(of_handle, handle, 0, kept(handle).size()), handle_(handle) {}
    /// One finding, or none, without a handle.
    explicit FindingRange(View<flatline_finding> alone) noexcept
        : Items<Kind>(of_view, alone.data(), 0, alone.size()), alone_(alone) {}

    /// The same in one array.
    View<flatline_finding> kept() const noexcept {
        return handle_ != nullptr ? kept(handle_) : alone_;
    }
    std::uint64_t errors() const noexcept { return count(FLATLINE_ERROR); }
    std::uint64_t warnings() const noexcept { return count(FLATLINE_WARNING); }
    std::uint64_t notes() const noexcept { return count(FLATLINE_NOTE); }
    std::uint64_t total() const noexcept { return errors() + warnings() + notes(); }

private:
    static View<flatline_finding> kept(const void* handle) noexcept {
        return detail::array([&](auto* count) { return flatline_findings(handle, count); });
    }
    static Kind of_handle(const void* handle, std::size_t, std::size_t i) noexcept {
        return Kind::of(handle, i, kept(handle)[i]);
    }
    static Kind of_view(const void* data, std::size_t, std::size_t i) noexcept {
        return Kind(static_cast<const flatline_finding*>(data)[i]);
    }
    std::uint64_t count(std::uint8_t severity) const noexcept {
        if (handle_ != nullptr) return flatline_finding_count(handle_, severity);
        std::uint64_t found = 0;
        for (const flatline_finding& f : alone_) found += f.severity == severity ? 1 : 0;
        return found;
    }

    const void* handle_ = nullptr;
    View<flatline_finding> alone_;
};
using Findings = FindingRange<Finding>;

// ---- Handles and results -----------------------------------------------------------------------

/// Bytes of memory of one call. `announced` is an upper bound, each part of which was known before
/// it was taken; `used` is what was filled, working memory included, and never more than it.
struct MemoryUse {
    std::uint64_t announced = 0, used = 0;
    /// `announced` follows from the size of the text alone and was taken as address space only.
    bool by_size = false;
};

namespace detail {

/// The owner of one handle of the library. Move-only; one that was moved from is empty.
template <class Raw>
class Handle {
public:
    using raw_type = Raw;

    Handle() noexcept = default;
    /// Takes over a handle that a C function gave.
    explicit Handle(Raw* raw) noexcept : raw_(raw) {}
    Handle(Handle&& other) noexcept : raw_(other.release()) {}
    Handle& operator=(Handle&& other) noexcept {
        Handle moved(std::move(other));
        std::swap(raw_, moved.raw_);
        return *this;
    }
    ~Handle() { flatline_free(raw_); }

    /// The handle for C functions; null if this is empty.
    Raw* raw() const noexcept FLATLINE_LIFETIMEBOUND { return raw_; }
    /// The same for somebody who frees it. This is empty then.
    [[nodiscard]] Raw* release() noexcept { return std::exchange(raw_, nullptr); }
    /// Whether it is default-made or was moved from.
    bool empty() const noexcept { return raw_ == nullptr; }

    /// Findings and memory of the call that made it.
    Findings findings() const noexcept FLATLINE_LIFETIMEBOUND { return Findings(raw_); }
    /// Whether that call gave a finding of this rule, kept or not.
    bool has(Rule rule) const noexcept {
        return flatline_has_rule(raw_, static_cast<std::uint16_t>(rule)) != 0;
    }
    MemoryUse memory() const noexcept {
        MemoryUse use;
        flatline_memory(raw_, &use.announced, &use.used);
        use.by_size = flatline_memory_by_size(raw_) != 0;
        return use;
    }

private:
    Raw* raw_ = nullptr;
};

/// The arrays of a handle; those of an empty one are all zero.
inline const auto* arrays_of(const flatline_map* of) noexcept { return flatline_map_arrays(of); }
inline const auto* arrays_of(const flatline_doom3_map* of) noexcept {
    return flatline_doom3_map_arrays(of);
}
inline const auto* arrays_of(const flatline_built_nodes* of) noexcept {
    return flatline_built_nodes_bsp(of);
}
inline const auto* arrays_of(const flatline_built_runtime* of) noexcept {
    return flatline_built_runtime_arrays(of);
}
inline const auto* arrays_of(const flatline_built_user_fields* of) noexcept {
    return flatline_built_user_fields_arrays(of);
}
inline const auto* arrays_of(const flatline_doom3_built_windings* of) noexcept {
    return flatline_doom3_built_windings_arrays(of);
}
inline const auto* arrays_of(const flatline_doom3_built_surfaces* of) noexcept {
    return flatline_doom3_built_surfaces_arrays(of);
}

/// A handle with arrays.
template <class Raw>
class Arrays : public Handle<Raw> {
public:
    Arrays() noexcept : Arrays(nullptr) {}
    explicit Arrays(Raw* raw) noexcept : Handle<Raw>(raw), arrays_(arrays_of(raw)) {}
    Arrays(Arrays&& other) noexcept : Arrays(other.release()) {}
    Arrays& operator=(Arrays&& other) noexcept {
        Handle<Raw>::operator=(Handle<Raw>(other.release()));
        arrays_ = arrays_of(this->raw());
        return *this;
    }
    [[nodiscard]] Raw* release() noexcept {
        arrays_ = arrays_of(static_cast<const Raw*>(nullptr));
        return Handle<Raw>::release();
    }

    /// All arrays with their counts, in the struct that C has.
    const auto& arrays() const noexcept FLATLINE_LIFETIMEBOUND { return *arrays_; }

private:
    decltype(arrays_of(static_cast<const Raw*>(nullptr))) arrays_;
};

/// A map of either kind: one that was refused keeps the text that was moved in, for its findings.
template <class Raw>
class Loaded : public Arrays<Raw> {
public:
    Loaded() noexcept = default;
    explicit Loaded(Raw* raw, Buffer text = {}) noexcept
        : Arrays<Raw>(raw), text_(std::move(text)) {}

    /// The text that was moved into a load without success, for another try. Frees the findings.
    [[nodiscard]] Buffer take_text() noexcept {
        flatline_free(this->release());
        return std::move(text_);
    }

private:
    Buffer text_;
};

template <class T, class = void>
inline constexpr bool kIsHandle = false;
template <class T>
inline constexpr bool kIsHandle<T, std::void_t<typename T::raw_type>> = true;

}  // namespace detail

/// What a call came to: a value, how it ended, and the findings, which are there whether it gave a
/// value or not. Unless the status is ok the value is empty. Move-only if the value is.
template <class T>
class [[nodiscard]] Result {
public:
    Result(Status status, T value, View<flatline_finding> problem = {}) noexcept
        : value_(std::move(value)), status_(status) {
        if (!problem.empty()) keep(problem[0]);
        if constexpr (detail::kIsHandle<T>) {
            // No memory even for a handle.
            if (status == Status::out_of_memory && value_.raw() == nullptr) {
                keep(make_finding(Rule::out_of_memory));
            }
        }
    }

    Status status() const noexcept { return status_; }
    /// Whether the value is complete.
    explicit operator bool() const noexcept { return status_ == Status::ok; }

    T& operator*() noexcept FLATLINE_LIFETIMEBOUND { return value_; }
    const T& operator*() const noexcept FLATLINE_LIFETIMEBOUND { return value_; }
    T* operator->() noexcept FLATLINE_LIFETIMEBOUND { return &value_; }
    const T* operator->() const noexcept FLATLINE_LIFETIMEBOUND { return &value_; }
    /// Moves the value out, with its findings.
    [[nodiscard]] T take() && noexcept { return std::move(value_); }

    auto findings() const noexcept FLATLINE_LIFETIMEBOUND {
        const View<flatline_finding> problem(&problem_, has_problem_ ? 1 : 0);
        if constexpr (detail::kIsHandle<T>) {
            using Range = decltype(value_.findings());
            return has_problem_ ? Range(problem) : value_.findings();
        } else {
            return Findings(problem);
        }
    }
    /// Whether the call gave a finding of this rule, kept or not.
    bool has(Rule rule) const noexcept {
        if constexpr (detail::kIsHandle<T>) {
            if (value_.has(rule)) return true;
        }
        return has_problem_ && problem_.rule == static_cast<std::uint16_t>(rule);
    }
    MemoryUse memory() const noexcept {
        if constexpr (detail::kIsHandle<T>) return value_.memory();
        return {};
    }

private:
    void keep(const flatline_finding& problem) noexcept {
        problem_ = problem;
        has_problem_ = true;
    }

    T value_;
    Status status_;
    bool has_problem_ = false;
    flatline_finding problem_{};
};

namespace detail {

inline Status status(flatline_status from) noexcept { return static_cast<Status>(from); }

/// The result of a C function that makes a handle of T: `call` gets the place for it.
template <class T, class Call>
Result<T> made(const Call& call) noexcept {
    typename T::raw_type* raw = nullptr;
    const flatline_status ended = call(&raw);
    return Result<T>(status(ended), T(raw));
}

/// The result of a load of a text that is borrowed or to be owned.
template <class T, class Borrow, class Own>
Result<T> load(Text&& text, const Borrow& borrow, const Own& own) noexcept {
    if (!text.owns()) {
        return made<T>([&](auto** raw) noexcept { return borrow(text.bytes(), raw); });
    }
    Buffer owned = text.take();
    if (owned.data() == nullptr) return Result<T>(Status::out_of_memory, T());
    typename T::raw_type* raw = nullptr;
    flatline_buffer bytes = owned.release();
    const flatline_status ended = own(bytes, &raw);
    // Without success the bytes are still the caller's, and the findings quote them.
    Buffer kept = ended == FLATLINE_OK ? Buffer() : Buffer(bytes);
    return Result<T>(status(ended), T(raw, std::move(kept)));
}

/// Options with their defaults.
template <class Struct>
struct Options : Struct {
    constexpr Options() noexcept : Struct(flatline_sized<Struct>()) {}
};

}  // namespace detail

}  // namespace flatline
