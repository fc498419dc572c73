// Included before every file of the builds of tests/removal/run, where each bounds and limit check
// of the engine stands in FLATLINE_REMOVED(number, check), or each change in a function below.
#pragma once

#include <type_traits>

#define FLATLINE_REMOVED(number, ...) \
    (::flatline_removal::check(number, static_cast<bool>(__VA_ARGS__)))

namespace flatline_removal {

enum class Removal { kFalse, kTrue, kInverted };

/// What stands for checks that were false, were true. A byte of `seen` holds both, and both stand
/// for a change that would have made another value.
inline constexpr unsigned char kWasFalse = 1;
inline constexpr unsigned char kWasTrue = 2;
inline constexpr unsigned char kWasAlike = 4;  // a change that would have made the same value

inline int removed = -1;                   // the number of the check that is removed
inline Removal removal = Removal::kFalse;  // and how
inline unsigned char* seen = nullptr;      // where not null: a byte for each check

__attribute__((no_sanitize("address", "undefined", "thread"))) inline bool check_now(
    int number, bool value) noexcept {
    if (seen != nullptr) {
        unsigned char& byte = seen[number];
        byte = static_cast<unsigned char>(byte | (value ? kWasTrue : kWasFalse));
    }
    if (number != removed) return value;
    return removal == Removal::kInverted ? !value : removal == Removal::kTrue;
}

/// What the compiler works out is never removed.
constexpr bool check(int number, bool value) noexcept {
    return __builtin_is_constant_evaluated() ? value : check_now(number, value);
}

// What find_changes.py writes. Nothing is changed of what the compiler works out.

__attribute__((no_sanitize("address", "undefined", "thread"))) inline bool is_changed(
    int number, bool differs) noexcept {
    if (seen != nullptr) {
        unsigned char& byte = seen[number];
        byte = static_cast<unsigned char>(byte | (differs ? kWasFalse | kWasTrue : kWasAlike));
    }
    return number == removed;
}

#define FLATLINE_CHANGED_LIMIT(name, as_it_is, changed)                \
    template <class A, class B>                                        \
    constexpr bool name(int number, const A& a, const B& b) noexcept { \
        const bool value = a as_it_is b;                               \
        if (__builtin_is_constant_evaluated()) return value;           \
        const bool other = a changed b;                                \
        return is_changed(number, value != other) ? other : value;     \
    }
FLATLINE_CHANGED_LIMIT(less, <, <=)
FLATLINE_CHANGED_LIMIT(less_or_equal, <=, <)
FLATLINE_CHANGED_LIMIT(greater, >, >=)
FLATLINE_CHANGED_LIMIT(greater_or_equal, >=, >)

/// One more, or one less where the next number is that of the change.
template <class T>
constexpr T by_one(int number, T value) noexcept {
    if (__builtin_is_constant_evaluated()) return value;
    if (is_changed(number, true)) return static_cast<T>(value + 1);
    return is_changed(number + 1, true) ? static_cast<T>(value - 1) : value;
}
template <class T>
constexpr T one_more(int number, T value) noexcept {
    if (__builtin_is_constant_evaluated()) return value;
    return is_changed(number, true) ? static_cast<T>(value + 1) : value;
}

/// The enumerator after this one.
template <class T>
constexpr T other(int number, T value) noexcept {
    if (__builtin_is_constant_evaluated() || !is_changed(number, true)) return value;
    return static_cast<T>(static_cast<std::underlying_type_t<T>>(value) + 1);
}

template <class T>
constexpr auto minus(int number, T value) noexcept {
    const auto result = -value;
    if (__builtin_is_constant_evaluated()) return result;
    const auto same = static_cast<decltype(-value)>(value);
    return is_changed(number, result != same) ? same : result;
}
template <class T>
constexpr auto complement(int number, T value) noexcept {
    const auto result = ~value;
    if (__builtin_is_constant_evaluated()) return result;
    return is_changed(number, true) ? static_cast<decltype(~value)>(value) : result;
}

/// One of two arguments that stand side by side; the other where they are swapped.
template <class A, class B>
constexpr decltype(auto) swapped(int number, const A& own, const B& other) noexcept {
    if constexpr (std::is_same_v<A, B>) {
        if (__builtin_is_constant_evaluated()) return static_cast<const A&>(own);
        return is_changed(number, true) ? static_cast<const A&>(other) : static_cast<const A&>(own);
    } else {
        using Both = decltype(own + other);
        if (__builtin_is_constant_evaluated()) return static_cast<Both>(own);
        return is_changed(number, true) ? static_cast<Both>(other) : static_cast<Both>(own);
    }
}

}  // namespace flatline_removal
