#include "text/name_pool.hpp"

#include <cstring>
#include <utility>

#include "text/scan.hpp"

namespace flatline::engine::text {

void NamePool::begin(Array<flatline_text>* names, Bytes text, Array<unsigned char>* decoded,
                     const MemoryHooks& hooks, Budget* budget) noexcept {
    names_ = names;
    text_ = text;
    decoded_ = decoded;
    hooks_ = hooks;
    budget_ = budget;
    slots_ = nullptr;
    slot_count_ = 0;
    failed_ = false;
    grows_ = true;
    for (CacheEntry& entry : cache_) entry = {kNoName, kNone};
}

bool NamePool::rehash() noexcept {
    // A caller that was refused on the fast path asks again on the slow one. If there were
    // memory then, it would be charged twice.
    if (failed_) return false;
    std::uint64_t count = slot_count_ == 0 ? kFirstSlots : slot_count_ * 2;
    while (count <= names_->size() * 2) count *= 2;
    if (!grows_ && count * sizeof(std::uint32_t) > memory_.size()) return false;
    if (names_->grows_alone()) budget_->announce(count * sizeof(std::uint32_t));
    if (!budget_->charge(count * sizeof(std::uint32_t))) return false;
    if (grows_ && !memory_.ensure(hooks_, count * sizeof(std::uint32_t))) {
        failed_ = true;
        slot_count_ = 0;
        return false;
    }
    slots_ = reinterpret_cast<std::uint32_t*>(memory_.data());
    slot_count_ = count;
    key_ = HashKey(hooks_, slots_);
    std::memset(slots_, 0xFF, static_cast<std::size_t>(count * sizeof(std::uint32_t)));
    for (std::uint32_t id = 0; id < names_->size(); ++id) {
        std::uint64_t slot = hash((*names_)[id]) & (count - 1);
        while (slots_[slot] != kNone) slot = (slot + 1) & (count - 1);
        slots_[slot] = id;
    }
    return true;
}

std::uint32_t NamePool::intern(flatline_text name) noexcept {
    if (names_->size() * 2 >= slot_count_ && !rehash()) return kNone;
    std::uint64_t slot = hash(name) & (slot_count_ - 1);
    for (; slots_[slot] != kNone; slot = (slot + 1) & (slot_count_ - 1)) {
        const flatline_text known = (*names_)[slots_[slot]];
        if (known.size == name.size && std::memcmp(bytes(known), bytes(name), name.size) == 0) {
            return slots_[slot];
        }
    }
    const unsigned char* const spelling = bytes(name);
    if (has_nul(spelling, spelling + name.size)) return kNone;
    flatline_text* added = names_->push();
    if (added == nullptr) return kNone;
    *added = name;
    const auto id = static_cast<std::uint32_t>(names_->size() - 1);
    slots_[slot] = id;
    return id;
}

std::uint64_t NamePool::steps_of_all() const noexcept {
    std::uint64_t steps = 0;
    for (std::uint32_t id = 0; id < names_->size(); ++id) {
        std::uint64_t slot = hash((*names_)[id]) & (slot_count_ - 1);
        for (++steps; slots_[slot] != id; ++steps) slot = (slot + 1) & (slot_count_ - 1);
    }
    return steps;
}

}  // namespace flatline::engine::text
