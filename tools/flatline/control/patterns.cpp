#include "control/patterns.hpp"

#include <algorithm>

#include "text.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kBits = 64;
constexpr std::size_t kBytes = 256;

std::uint64_t bit(std::size_t place) { return std::uint64_t{1} << place % kBits; }

std::size_t byte_of(char c) { return static_cast<unsigned char>(c); }

}  // namespace

std::uint32_t PatternSet::add(std::string_view pattern) {
    std::string text = lower_case(pattern);
    const auto next = static_cast<std::uint32_t>(fits_.size());
    const auto [known, is_new] = numbers_.emplace(text, next);
    if (!is_new) return known->second;
    fits_.push_back(false);
    looked_ = false;
    if (text.find_first_of("*?") == text.npos) {
        ++lengths_[text.size()];
    } else {
        open_.push_back({std::move(text), next});
    }
    return next;
}

bool PatternSet::look_at(std::string_view name) {
    if (looked_ && name == name_) return false;
    looked_ = true;
    name_ = name;
    const std::string text = lower_case(name);
    std::fill(fits_.begin(), fits_.end(), false);
    look_up(text);
    for (std::size_t at = text.find('/'); of_ == Of::paths && at != text.npos;
         at = text.find('/', at + 1)) {
        look_up(std::string_view(text).substr(at + 1));
    }
    for (const Open& open : open_) fits_[open.number] = fits(open.text, text);
    return true;
}

void PatternSet::look_up(std::string_view name) {
    ++steps_;
    if (lengths_.count(name.size()) == 0) return;
    steps_ += name.size();
    const auto found = numbers_.find(std::string(name));
    // A name may hold the bytes `*` and `?` as well.
    if (found != numbers_.end()) fits_[found->second] = true;
}

/// Goes over the name once, with all places of the pattern that are reached so far.
bool PatternSet::fits(std::string_view pattern, std::string_view name) {
    const std::size_t words = pattern.size() / kBits + 1;
    of_byte_.resize(std::max(of_byte_.size(), words * kBytes));
    any_.assign(words, 0);
    loops_.assign(words, 0);
    reached_.assign(words, 0);
    std::size_t end = 0;  // places of the pattern: its bytes but `*`
    for (const char c : pattern) {
        if (c == '*') {
            loops_[end / kBits] |= bit(end);
        } else if (c == '?') {
            any_[end / kBits] |= bit(end);
            ++end;
        } else {
            of_byte_[byte_of(c) * words + end / kBits] |= bit(end);
            ++end;
        }
    }
    steps_ += pattern.size() + name.size() * words;
    reached_[0] = 1;
    for (const char c : name) {
        const std::uint64_t* const same = &of_byte_[byte_of(c) * words];
        std::uint64_t carry = of_ == Of::paths && c == '/' ? 1 : 0;
        for (std::size_t i = 0; i < words; ++i) {
            const std::uint64_t further = reached_[i] & (same[i] | any_[i]);
            reached_[i] = (reached_[i] & loops_[i]) | further << 1 | carry;
            carry = further >> (kBits - 1);
        }
    }
    for (const char c : pattern) {
        std::fill_n(&of_byte_[byte_of(c) * words], words, 0);
    }
    return (reached_[end / kBits] & bit(end)) != 0;
}

}  // namespace flatline::engine::tool
