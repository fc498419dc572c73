// Included before every file of the build of tests/removal/run, where each bounds and limit check
// of the engine stands in FLATLINE_REMOVED(number, check).
#pragma once

#define FLATLINE_REMOVED(number, ...) \
    (::flatline_removal::check(number, static_cast<bool>(__VA_ARGS__)))

namespace flatline_removal {

enum class Removal { kFalse, kTrue, kInverted };

/// What stands for checks that were false, were true. A byte of `seen` holds both.
inline constexpr unsigned char kWasFalse = 1;
inline constexpr unsigned char kWasTrue = 2;

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

}  // namespace flatline_removal
