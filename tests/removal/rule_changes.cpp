// What find_changes.py finds, and how it changes it: tests/removal/run --changes reads this file
// first. Below each line stand its changes, in the order in which they begin.
#include <cstddef>
#include <cstdint>

namespace {

enum class Side { front, back };
constexpr std::size_t kMost = 4 + 1;
static_assert(kMost > 4);

struct Span {
    std::uint32_t bits : 3;
    std::size_t begin = 0;
    // change std::size_t begin = 0 -> 0 + 1
    bool is_open = true;
    // change bool is_open = true -> inverted
    Side side = Side::front;
    // change Side side = Side::front -> next
    const char* name = nullptr;
    char bytes[8];
};

bool between(double from, double to, double x);
std::size_t min(std::size_t a, std::size_t b);
bool take(Span& to, std::uint32_t from, std::uint32_t count, char kind = 'a', bool all = false);
// change bool all = false -> inverted

int limits(const Span& span, std::size_t i, double x, const char* p) {
    if (i < span.begin) return 1;
    // change i < span.begin -> < as <=
    // change return 1 -> 1 + 1, 1 - 1
    const bool is_last = i >= kMost;
    // change i >= kMost -> >= as >
    // change i >= kMost -> kMost + 1, kMost - 1
    bool found = false;
    // change bool found = false -> inverted
    while (x <= 0.5 || p > span.bytes) ++p;
    // change x <= 0.5 -> <= as <
    // change x <= 0.5 -> 0.5 + 1, 0.5 - 1
    // change p > span.bytes -> > as >=
    const int two[2] = {};
    return found != is_last ? static_cast<int>(sizeof(int[4])) : two[0];
    // change two[0] -> 0 + 1, 0 - 1
}

bool arguments(Span& span, double x, double y, std::uint32_t i, std::size_t n) {
    if (between(x, y, x + y)) return !span.is_open;
    // change between(x, y, x + y) -> x, y swapped
    // change between(x, y, x + y) -> y, x + y swapped
    // change !span.is_open -> without !
    if (min(n, span.begin) == n || span.begin == n) return between(x, x, x);
    const auto count = static_cast<std::uint32_t>(-x);
    // change -x -> without -
    return take(span, i, count) && take(span, i, span.bits);
    // change take(span, i, count) -> i, count swapped
    // change take(span, i, span.bits) -> i, span.bits swapped
}

int choose(Side side, int flags) {
    switch (side) {
        case Side::front:
            return flags & ~flags;
            // change ~flags -> without ~
        case static_cast<Side>(3):
            return 'a';
        default:
            return 7;
            // change return 7 -> 7 + 1
    }
}

template <class T>
bool unknown_types(const T& list, T index) {
    if constexpr (sizeof(T) < 4) return index.all;
    return list.size() > index;
    // change list.size() > index -> > as >=
}

}  // namespace

int use_all(Span& span, double x) {
    return limits(span, kMost, x, span.bytes) + arguments(span, x, x, 0, kMost) +
           // change limits(span, kMost, x, span.bytes) -> kMost + 1, kMost - 1
           // change arguments(span, x, x, 0, kMost) -> 0, kMost swapped
           // change arguments(span, x, x, 0, kMost) -> 0 + 1, 0 - 1
           // change arguments(span, x, x, 0, kMost) -> kMost + 1, kMost - 1
           choose(span.side, span.name == nullptr);
}
