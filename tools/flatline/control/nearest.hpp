// nearest.hpp: the known word nearest to an unknown one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace flatline::engine::tool {

/// How many bytes have to be changed, added, left out or swapped with the next to make one word of
/// the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Finds the nearest of many words, the first of those that are equally near.
class Nearest {
public:
    /// `given` must outlive this. Of a very long one its beginning counts.
    explicit Nearest(std::string_view given) : given_(given.substr(0, kLongest)) {}

    void offer(std::string_view known) {
        const std::size_t far = edit_distance(given_, known);
        if (far < least_) word_ = known;
        least_ = std::min(least_, far);
    }
    /// Empty if none is near: more than a third of the given word would have to change.
    std::string_view word() const {
        return least_ <= given_.size() / 3 ? word_ : std::string_view();
    }
    /// "; did you mean 'WORD'?", or nothing if no word is near.
    std::string clause() const;

private:
    static constexpr std::size_t kLongest = 100;

    std::string_view given_;
    std::string_view word_;
    std::size_t least_ = SIZE_MAX;
};

/// The clause about the nearest of `rows`, whose names `name` gives.
template <class Rows, class Name>
std::string nearest(std::string_view given, const Rows& rows, const Name& name) {
    Nearest found(given);
    for (const auto& row : rows) found.offer(name(row));
    return found.clause();
}

/// The same where another sentence follows: "." if no word is near.
template <class Rows, class Name>
std::string nearest_sentence(std::string_view given, const Rows& rows, const Name& name) {
    const std::string clause = nearest(given, rows, name);
    return clause.empty() ? "." : clause;
}

/// The clause about the rule whose id is nearest.
std::string nearest_rule(std::string_view id);

}  // namespace flatline::engine::tool
