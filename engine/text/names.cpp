#include "text/names.hpp"

#include <cstring>
#include <utility>

#include "text/scan.hpp"

namespace flatline::text {
namespace {

constexpr std::uint64_t kFirstSlots = 1024;

}  // namespace

void Names::begin(Array<flatline_text>* names, Bytes text, Array<unsigned char>* decoded,
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

std::uint32_t Names::hash(flatline_text name) const noexcept {
    // The seed is the address of the table, so no map can bring names that were made to collide.
    // Ids do not depend on it, because they are in order of first use.
    const unsigned char* p = bytes(name);
    std::uint64_t h = seed_ ^ name.size * 0x9E3779B97F4A7C15u;
    std::size_t left = name.size;
    for (; left >= 8; left -= 8, p += 8) {
        h = (h ^ load_u64le(p)) * 0xC2B2AE3D27D4EB4Fu;
        h ^= h >> 29;
    }
    for (; left > 0; --left, ++p) h = (h ^ *p) * 0x9E3779B97F4A7C15u;
    h ^= h >> 32;
    return static_cast<std::uint32_t>(h * 0x9E3779B97F4A7C15u >> 32);
}

bool Names::rehash() noexcept {
    // A caller that was refused on its quick path asks again on its careful one. If there were
    // memory then, it would be charged twice.
    if (failed_) return false;
    std::uint64_t count = slot_count_ == 0 ? kFirstSlots : slot_count_ * 2;
    while (count <= names_->size() * 2) count *= 2;
    if (!grows_ && count * sizeof(std::uint32_t) > memory_.size()) return false;
    if (!budget_->charge(count * sizeof(std::uint32_t))) return false;
    if (!memory_.ensure(hooks_, count * sizeof(std::uint32_t))) {
        failed_ = true;
        slot_count_ = 0;
        return false;
    }
    slots_ = reinterpret_cast<std::uint32_t*>(memory_.data());
    slot_count_ = count;
    seed_ =
        static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(slots_)) * 0xD6E8FEB86659FD93u;
    std::memset(slots_, 0xFF, static_cast<std::size_t>(count * sizeof(std::uint32_t)));
    for (std::uint32_t id = 0; id < names_->size(); ++id) {
        std::uint64_t slot = hash((*names_)[id]) & (count - 1);
        while (slots_[slot] != kNone) slot = (slot + 1) & (count - 1);
        slots_[slot] = id;
    }
    return true;
}

std::uint32_t Names::intern(flatline_text name) noexcept {
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

}  // namespace flatline::text
