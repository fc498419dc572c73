#include "write/losses.hpp"

#include "text/chars.hpp"

namespace flatline::engine::write {
namespace {

// Such a finding is about the number in `a`, and is counted in `b`.
bool is_number(const Finding& loss) noexcept {
    return loss.rule == static_cast<std::uint16_t>(Rule::convert_untranslated);
}

}  // namespace

void Losses::add(Finding loss, std::string_view name, bool vital) noexcept {
    if (counted_ && !vital) {
        Finding& first = kind_of(loss, name).first;
        ++(is_number(first) ? first.b : first.a);
        return;
    }
    refuses_ = true;
    loss.severity = static_cast<std::uint8_t>(Severity::error);
    loss.refuses = 1;
    findings_.add(loss);
}

Losses::Kind& Losses::kind_of(const Finding& loss, std::string_view name) noexcept {
    std::uint16_t* const known =
        loss.field < kFields && !is_number(loss) ? &by_field_[loss.field] : nullptr;
    if (known != nullptr && *known != 0) return kinds_[*known - 1];
    if (known == nullptr) {
        for (std::size_t i = 0; i < count_; ++i) {
            const Kind& kind = kinds_[i];
            if (kind.first.rule == loss.rule && kind.first.element == loss.element &&
                kind.first.field == loss.field && (!is_number(loss) || kind.first.a == loss.a) &&
                text::same_name(kind.name, name)) {
                return kinds_[i];
            }
        }
    }
    if (count_ == kMostKinds) {
        // What is left says neither a field nor an element.
        Kind& last = kinds_[kMostKinds - 1];
        const std::int64_t losses = is_number(last.first) ? last.first.b : last.first.a;
        last = {make_finding(Rule::convert_loss), {}};
        last.first.a = losses;
        return last;
    }
    kinds_[count_] = {loss, name};
    (is_number(loss) ? kinds_[count_].first.b : kinds_[count_].first.a) = 0;
    kinds_[count_].first.severity = static_cast<std::uint8_t>(Severity::warning);
    kinds_[count_].first.refuses = 0;
    ++count_;
    if (known != nullptr) *known = static_cast<std::uint16_t>(count_);
    return kinds_[count_ - 1];
}

void Losses::end() noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
        kinds_[i].first.severity = static_cast<std::uint8_t>(Severity::warning);
        findings_.add(kinds_[i].first);
    }
}

}  // namespace flatline::engine::write
