#include "text/name_table.hpp"

#include <cstring>
#include <utility>

#include "text/chars.hpp"

namespace flatline::engine::text {

std::uint64_t NameTable::slot_of(std::string_view name) const noexcept {
    WordHash hash = key_.words();
    std::uint64_t word = name.size();
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (i % 8 == 0) {
            hash.add(word);
            word = 0;
        }
        word = word << 8 | static_cast<unsigned char>(to_lower(name[i]));
    }
    hash.add(word);
    return hash.finish() & (slot_count_ - 1);
}

bool NameTable::rehash() noexcept {
    constexpr std::uint64_t kFirst = 1024;
    const std::uint64_t count = slot_count_ == 0 ? kFirst : slot_count_ * 2;
    Reservation more;
    if (!more.ensure(hooks_, count * sizeof(std::uint32_t))) return false;
    memory_ = std::move(more);
    slot_count_ = count;
    key_ = HashKey(hooks_, memory_.data());
    std::memset(memory_.data(), 0xFF, static_cast<std::size_t>(count * sizeof(std::uint32_t)));
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
        std::uint64_t slot = slot_of(name(i));
        while (slots()[slot] != kNone) slot = (slot + 1) & (count - 1);
        slots()[slot] = i;
    }
    return true;
}

std::uint32_t NameTable::find(std::string_view wanted) const noexcept {
    if (slot_count_ == 0) return kNone;
    std::uint64_t slot = slot_of(wanted);
    for (; slots()[slot] != kNone; slot = (slot + 1) & (slot_count_ - 1)) {
        if (same_name(name(slots()[slot]), wanted)) return slots()[slot];
    }
    return kNone;
}

std::uint32_t NameTable::add(std::string_view added) noexcept {
    const std::uint32_t known = find(added);
    if (known != kNone) return known;
    if ((entries_.size() + 1) * 2 > slot_count_ && !rehash()) return kNone;
    const std::size_t offset = texts_.size();
    if (offset >= FLATLINE_NONE - added.size() || !texts_.append(added.data(), added.size())) {
        return kNone;
    }
    if (!entries_.push(
            {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(added.size())})) {
        return kNone;
    }
    std::uint64_t slot = slot_of(added);
    while (slots()[slot] != kNone) slot = (slot + 1) & (slot_count_ - 1);
    return slots()[slot] = static_cast<std::uint32_t>(entries_.size() - 1);
}

std::uint64_t NameTable::steps_of_all() const noexcept {
    std::uint64_t steps = 0;
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
        std::uint64_t slot = slot_of(name(i));
        for (++steps; slots()[slot] != i; ++steps) slot = (slot + 1) & (slot_count_ - 1);
    }
    return steps;
}

}  // namespace flatline::engine::text
