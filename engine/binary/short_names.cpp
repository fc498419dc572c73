#include "binary/short_names.hpp"

#include <bit>
#include <cstring>
#include <utility>

namespace flatline::engine::binary {

bool ShortNames::take(std::uint64_t names) noexcept {
    if (failed_) return false;
    const std::uint64_t slots = 2 * names;
    const std::uint64_t bytes = table_bytes(names);
    budget_->announce(bytes);
    over_limit_ = !budget_->charge(bytes);
    failed_ = over_limit_ || !memory_[1].ensure(hooks_, bytes);
    if (failed_) return false;
    std::swap(memory_[0], memory_[1]);
    slots_ = reinterpret_cast<Slot*>(memory_[0].data());
    auto* const texts = reinterpret_cast<flatline_text*>(memory_[0].data() + slots * sizeof(Slot));
    if (count_ != 0) std::memcpy(texts, texts_, count_ * sizeof(flatline_text));
    texts_ = texts;
    room_ = static_cast<std::uint32_t>(names);
    mask_ = slots - 1;
    hash_key_ = HashKey(hooks_, slots_);
    std::memset(slots_, 0xFF, static_cast<std::size_t>(slots * sizeof(Slot)));
    return true;
}

bool ShortNames::begin(const MemoryHooks& hooks, Budget& budget, flatline_text dash) noexcept {
    hooks_ = hooks;
    budget_ = &budget;
    count_ = 0;
    longest_ = dash.size;
    failed_ = over_limit_ = false;
    if (!take(kFirstNames)) return false;
    // It needs no slot, because intern() knows it by itself.
    texts_[count_++] = dash;
    return true;
}

std::uint32_t ShortNames::add(std::uint64_t key, std::uint32_t offset,
                              std::uint64_t slot) noexcept {
    if (count_ == room_) {
        const Slot* const old = slots_;
        const std::uint64_t old_mask = mask_;
        if (!take(std::uint64_t{2} * room_)) return kNone;
        const auto free_slot = [this](std::uint64_t wanted) {
            std::uint64_t at = hash_key_.word(wanted) & mask_;
            while (slots_[at].id != kNone) at = (at + 1) & mask_;
            return at;
        };
        for (std::uint64_t i = 0; i <= old_mask; ++i) {
            if (old[i].id != kNone) slots_[free_slot(old[i].key)] = old[i];
        }
        slot = free_slot(key);
    }
    const auto bits = static_cast<std::uint32_t>(std::bit_width(key));
    const std::uint32_t size = (bits + 7) / 8;
    if (size > longest_) longest_ = size;
    texts_[count_] = {offset, size};
    slots_[slot] = {key, count_, 0};
    return count_++;
}

std::uint64_t ShortNames::steps_of_all() const noexcept {
    std::uint64_t steps = 0;
    for (std::uint64_t i = 0; i <= mask_; ++i) {
        if (slots_[i].id != kNone) steps += 1 + ((i - hash_key_.word(slots_[i].key)) & mask_);
    }
    return steps;
}

}  // namespace flatline::engine::binary
