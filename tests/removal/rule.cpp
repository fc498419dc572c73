// What find_checks.py finds, and how it removes it: tests/removal/run reads this file first. After
// each line stand its checks, in the order in which they begin.
#include <cstddef>
#include <cstdint>

namespace {

struct Budget {
    bool charge(std::size_t bytes) { return bytes < left; }  // check bytes < left -> false, true
    std::size_t left = 0;
};

struct List {
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }  // check size_ == 0 -> false, true
    const std::uint8_t* begin() const { return data_; }
    const std::uint8_t* end() const { return data_ + size_; }
    const std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
    int tag = 0;
};

constexpr std::size_t kMost = sizeof(int) < 8 ? 4 : 8;

int conditions(const List& list, std::size_t i, std::size_t limit, Budget& budget) {
    if (i >= list.size()) return 1;  // check i >= list.size() -> false
    if (i < list.size()) ++i;        // check i < list.size() -> false, true
    if (!(i < limit)) return 2;      // check i < limit -> true
    if (i < limit) {                 // check i < limit -> inverted
        ++i;
    } else {
        --i;
    }
    if (!budget.charge(i)) return 3;  // check budget.charge(i) -> true
    if (list.empty()) {               // check list.empty() -> false
        ++i;
        return 4;
    }
    if (i != 0 && i > limit / i) [[unlikely]]  // check i > limit / i -> false
        return 5;
    if (i < list.size() && list.data_[i] == 7) return 6;  // check i < list.size() -> true
    if (limit == 0 || i < kMost) return 7;  // check limit == 0 -> false | i < kMost -> false
    return i > limit ? 8 : 9;               // check i > limit -> inverted
}

bool loops(const List& list, int depth) {
    for (std::size_t i = 0; i < list.size(); ++i) {  // check i < list.size() -> true
        depth += list.data_[i];
    }
    const std::uint8_t* at = list.begin();
    while (at != list.end() && *at != 0) ++at;  // check at != list.end() -> true
    do {
        ++at;
    } while (at < list.end());       // check at < list.end() -> true
    if (at == nullptr) return true;  // out of memory
    if (depth <= 64) return true;    // check depth <= 64 -> true
    return false;
}

bool no_checks(const List& a, const List& b, double x, char c, int y, std::uint8_t version) {
    if (x < 4.0 || y < 4 || c < ' ' || version > 3) return true;
    return a.tag < b.tag;
}

template <class T>
bool unknown_types(const T& list, T index) {
    if constexpr (sizeof(T) < 4) return false;
    if (sizeof(T) > index) return true;      // check sizeof(T) > index -> true
    const bool known = index < list.size();  // check index < list.size() -> false, true
    return known && list.colour < index.colour;
}

}  // namespace

int use_all(const List& list, Budget& budget) {
    return conditions(list, 0, 1, budget) + loops(list, 1) + no_checks(list, list, 1, 'a', 1, 1);
}
