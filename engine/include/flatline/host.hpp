// flatline/host.hpp: views, bytes, and the tables of limits and rules.
//
// The C++ headers are inline code over the C functions of flatline.h. Any C++17 compiler and
// standard library can therefore use a libflatline.so that another one built, also without
// exceptions and RTTI. A C function over plain values is called as it is: these headers do not wrap
// it. A host sets memory, progress, threads and work in the options, as in C (types.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "flatline/flatline.h"

namespace flatline {

/// The version of the library that is linked, "MAJOR.MINOR.PATCH". Static, any thread.
inline std::string_view version() noexcept { return flatline_version(); }

/// How a call ended. The numbers are those of flatline_status.
enum class Status : std::uint8_t {
    ok,
    refused,        ///< an error among the findings says why
    out_of_memory,  ///< the same call may be repeated
    bad_argument,   ///< nothing was done, and there are no findings: the program is wrong
    cancelled,      ///< by a progress function or a sink; there are no findings
    field_absent,   ///< of scatter: the dialect lacks the field, the host's default was written
    unusable,       ///< of open_baked: no baked map that this library can open
};

// ---- Views and bytes ---------------------------------------------------------------------------

/// Elements that somebody else owns and that may only be read. It is valid as long as its owner
/// keeps them, and copying it copies no elements. The index is not checked.
template <class T>
class View {
public:
    constexpr View() noexcept = default;
    constexpr View(const T* data, std::size_t size) noexcept : data_(data), size_(size) {}
    /// The elements of an array, a std::vector<T> or whatever else has std::data and std::size.
    template <class From, class Element = decltype(*std::data(std::declval<const From&>())),
              class = std::enable_if_t<std::is_same_v<std::decay_t<Element>, T>>>
    constexpr View(const From& from FLATLINE_LIFETIMEBOUND) noexcept
        : data_(std::data(from)), size_(std::size(from)) {}

    constexpr const T* data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr const T* begin() const noexcept { return data_; }
    constexpr const T* end() const noexcept { return data_ + size_; }
    constexpr const T& operator[](std::size_t i) const noexcept { return data_[i]; }

private:
    const T* data_ = nullptr;
    std::size_t size_ = 0;
};

/// Bytes that somebody else owns: of a string, of a vector of any type of one byte, of a View.
class Bytes : public View<unsigned char> {
public:
    constexpr Bytes() noexcept = default;
    Bytes(const void* data, std::size_t size) noexcept
        : View(static_cast<const unsigned char*>(data), size) {}
    Bytes(const char* text) noexcept : Bytes(text, std::char_traits<char>::length(text)) {}
    template <class From, class Element = decltype(*std::declval<const From&>().data()),
              class = std::enable_if_t<sizeof(std::decay_t<Element>) == 1>>
    Bytes(const From& from FLATLINE_LIFETIMEBOUND) noexcept : Bytes(from.data(), from.size()) {}

    std::string_view text() const noexcept FLATLINE_LIFETIMEBOUND {
        return {reinterpret_cast<const char*>(data()), size()};
    }
    operator flatline_lump() const noexcept { return {data(), size()}; }
};

/// Bytes with the function that frees them. Move-only.
class Buffer {
public:
    Buffer() noexcept = default;
    /// Takes over the bytes; their `release` is called once, on the thread that frees their owner.
    explicit Buffer(const flatline_buffer& raw) noexcept : raw_(raw) {}
    Buffer(Buffer&& other) noexcept : raw_(other.release()) {}
    Buffer& operator=(Buffer&& other) noexcept {
        Buffer moved(std::move(other));
        std::swap(raw_, moved.raw_);
        return *this;
    }
    ~Buffer() { flatline_buffer_free(&raw_); }

    /// Uninitialised memory, a copy of `bytes`, or a string or vector that is moved in. data() is
    /// null if memory is out.
    static Buffer allocate(std::size_t size) noexcept {
        return Buffer(flatline_buffer_allocate(size));
    }
    static Buffer copy_of(Bytes bytes) noexcept {
        return Buffer(flatline_buffer_copy(bytes.data(), bytes.size()));
    }
    template <class Owner, class = std::enable_if_t<!std::is_reference_v<Owner>>>
    static Buffer own(Owner&& from) noexcept {
        using Kept = std::remove_const_t<Owner>;
        auto* kept = new (std::nothrow) Kept(std::forward<Owner>(from));
        if (kept == nullptr) return {};
        const auto release = [](void* context, void*, std::size_t) noexcept {
            delete static_cast<Kept*>(context);
        };
        return Buffer({kept->data(), kept->size(), release, kept});
    }

    unsigned char* data() const noexcept FLATLINE_LIFETIMEBOUND {
        return static_cast<unsigned char*>(raw_.data);
    }
    std::size_t size() const noexcept { return raw_.size; }
    Bytes bytes() const noexcept FLATLINE_LIFETIMEBOUND { return {raw_.data, raw_.size}; }
    /// Keeps the first `size` bytes. Precondition: not more than size().
    void shrink(std::size_t size) noexcept { raw_.size = size; }
    /// The bytes for a C function that is to own them. The Buffer is empty then.
    [[nodiscard]] flatline_buffer release() noexcept {
        return std::exchange(raw_, flatline_buffer{});
    }

private:
    flatline_buffer raw_{};
};

namespace detail {

template <class From>
inline constexpr bool kOwnsBytes = false;
template <class Char, class Traits, class Memory>
inline constexpr bool kOwnsBytes<std::basic_string<Char, Traits, Memory>> = true;
template <class Byte, class Memory>
inline constexpr bool kOwnsBytes<std::vector<Byte, Memory>> = true;

}  // namespace detail

/// The text of a load. An rvalue std::string or vector, and a Buffer, are moved in: the map owns
/// them. Anything else is borrowed: the caller keeps it, unchanged, as long as the map.
class Text {
public:
    Text(const void* data, std::size_t size) noexcept : bytes_(data, size) {}
    Text(Buffer&& owned) noexcept : bytes_(owned.bytes()), owned_(std::move(owned)), owns_(true) {}
    template <class From,
              class = std::enable_if_t<std::is_constructible_v<Bytes, const std::decay_t<From>&>>>
    Text(From&& from) noexcept {
        if constexpr (!std::is_reference_v<From> && detail::kOwnsBytes<std::remove_const_t<From>>) {
            if (from.size() != 0) *this = Text(Buffer::own(std::forward<From>(from)));
        } else {
            bytes_ = Bytes(from);
        }
    }

    Bytes bytes() const noexcept FLATLINE_LIFETIMEBOUND { return bytes_; }
    /// Whether the map is to own the bytes. Their data() is null if memory was out.
    bool owns() const noexcept { return owns_; }
    Buffer take() noexcept { return std::move(owned_); }

private:
    Bytes bytes_;
    Buffer owned_;
    bool owns_ = false;
};

/// Values that the library gives one by one, for a loop or by index, which is not checked. The loop
/// keeps the current value: a reference to it lasts until the next step. It is valid as long as
/// what it came from.
template <class Item>
class Items {
public:
    using Get = Item (*)(const void* owner, std::size_t key, std::size_t i);

    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Item;
        using difference_type = std::ptrdiff_t;
        using pointer = const Item*;
        using reference = const Item&;

        Iterator(const Items& of, std::size_t i) noexcept : of_(of), i_(i) { fetch(); }
        const Item& operator*() const noexcept { return item_; }
        const Item* operator->() const noexcept { return &item_; }
        Iterator& operator++() noexcept {
            ++i_;
            fetch();
            return *this;
        }
        Iterator operator++(int) noexcept {
            Iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) noexcept {
            return a.i_ == b.i_;
        }
        friend bool operator!=(const Iterator& a, const Iterator& b) noexcept {
            return a.i_ != b.i_;
        }

    private:
        void fetch() noexcept {
            if (i_ < of_.count_) item_ = of_[i_];
        }
        Items of_;
        std::size_t i_;
        Item item_{};
    };

    Items(Get get, const void* owner, std::size_t key, std::size_t count) noexcept
        : get_(get), owner_(owner), key_(key), count_(count) {}

    std::size_t size() const noexcept { return count_; }
    bool empty() const noexcept { return count_ == 0; }
    Item operator[](std::size_t i) const noexcept { return get_(owner_, key_, i); }
    Iterator begin() const noexcept { return Iterator(*this, 0); }
    Iterator end() const noexcept { return Iterator(*this, count_); }

private:
    Get get_;
    const void* owner_;
    std::size_t key_, count_;
};

namespace detail {

/// A table of the library, whose end is the first row without a name.
template <class Row>
Items<Row> table(typename Items<Row>::Get get, const char* Row::*name,
                 std::size_t key = 0) noexcept {
    std::size_t count = 0;
    while (get(nullptr, key, count).*name != nullptr) ++count;
    return {get, nullptr, key, count};
}

/// The array that a C function gives with its size.
template <class Call>
auto array(const Call& call) noexcept {
    std::size_t size = 0;
    const auto* first = call(&size);
    return View<std::remove_const_t<std::remove_pointer_t<decltype(first)>>>(first, size);
}

/// The text that a C function gives with its size; "" for null.
template <class Call>
std::string_view sized(const Call& call) noexcept {
    const View<char> text = array(call);
    return text.data() != nullptr ? std::string_view(text.data(), text.size()) : std::string_view();
}

/// What a C function that walks gets from `visit`, which stops the walk by false and may return
/// nothing.
template <class Visit, class... Values>
int visited(void* visit, Values... values) noexcept {
    auto& call = *static_cast<std::remove_reference_t<Visit>*>(visit);
    if constexpr (std::is_void_v<decltype(call(values...))>) {
        call(values...);
        return 1;
    } else {
        return call(values...) ? 1 : 0;
    }
}

}  // namespace detail

// ---- Limits and rules --------------------------------------------------------------------------

/// Every bound that a call enforces, one member each. A map of exactly the limit loads, one above
/// it is refused by a finding that names the limit. Source: docs/limits.md.
struct Limits : flatline_limits {
    /// The defaults, which fit maps of up to 2 GiB of text.
    Limits() noexcept : flatline_limits() { flatline_limits_default(this); }
    /// What a port accepts: "default", "gzdoom", "srb2", "dsda", "woof" or "eternity".
    Status set_preset(const char* name) noexcept {
        return static_cast<Status>(flatline_limits_preset(this, name));
    }
    /// Sets the limit called `name`, such as "text-bytes", from decimal text. bad_argument, and
    /// nothing changed, for an unknown name or a value that is malformed or above its ceiling.
    Status set(const char* name, const char* value) noexcept {
        return static_cast<Status>(flatline_limits_set(this, name, value));
    }
};

/// One limit: its name and unit, why it is what it is by default, and the largest value.
struct LimitRow {
    const char* name;
    const char* unit;
    const char* reason;
    std::uint64_t ceiling;
};
/// All limits, in the order of flatline_limits. Static data, any thread.
inline Items<LimitRow> limit_rows() noexcept {
    return detail::table<LimitRow>(
        [](const void*, std::size_t, std::size_t i) noexcept {
            return LimitRow{flatline_limit_name(i), flatline_limit_unit(i),
                            flatline_limit_reason(i), flatline_limit_ceiling(i)};
        },
        &LimitRow::name);
}

/// One preset of limits, and what it stands for.
struct PresetRow {
    const char* name;
    const char* meaning;
};
/// All presets. Static data, any thread. Source: docs/limits.md, "Presets".
inline Items<PresetRow> limit_presets() noexcept {
    return detail::table<PresetRow>(
        [](const void*, std::size_t, std::size_t i) noexcept {
            return PresetRow{flatline_limit_preset_name(i), flatline_limit_preset_meaning(i)};
        },
        &PresetRow::name);
}

/// Every rule that a finding can name, by the ids of docs/rules.md with '_' for '-'. The numbers
/// are those of this version of the library; ids stay.
enum class Rule : std::uint16_t {
#define FLATLINE_RULE(symbol, id, severity, numbers, fix, sentence) symbol,
#include "flatline/rules.inc"
#undef FLATLINE_RULE
    count_
};

/// One rule: what its findings say and hold (FLATLINE_NUMBERS_*), why it matters, how to mend what
/// it finds, and which programs refuse, repair or report the same.
struct RuleRow {
    const char* id;
    const char* sentence;
    const char* why;
    const char* mend;
    const char* ports;
    std::uint8_t severity, numbers, default_level;
    bool repairable;   ///< by the option `repair`
    std::uint8_t fix;  ///< FLATLINE_FIX_*: whether fix() mends what it finds
};
/// The row of a rule, by flatline_finding::rule too. Static data, any thread.
inline RuleRow rule_row(std::uint16_t rule) noexcept {
    return {flatline_rule_id(rule),
            flatline_rule_sentence(rule),
            flatline_rule_why(rule),
            flatline_rule_mend(rule),
            flatline_rule_ports(rule),
            flatline_rule_severity(rule),
            flatline_rule_numbers(rule),
            flatline_rule_default_level(rule),
            flatline_rule_is_repairable(rule) != 0,
            flatline_rule_fix(rule)};
}
inline RuleRow rule_row(Rule rule) noexcept { return rule_row(static_cast<std::uint16_t>(rule)); }
/// All rules; the index is the Rule. Source: docs/rules.md.
inline Items<RuleRow> rule_rows() noexcept {
    return detail::table<RuleRow>(
        [](const void*, std::size_t, std::size_t i) noexcept {
            return rule_row(static_cast<std::uint16_t>(i));
        },
        &RuleRow::id);
}
/// The rule with this id, such as "line-cross"; Rule::count_ if there is none.
inline Rule find_rule(const char* id) noexcept {
    const std::uint16_t rule = flatline_find_rule(id);
    return rule != FLATLINE_NO_RULE ? static_cast<Rule>(rule) : Rule::count_;
}

}  // namespace flatline
