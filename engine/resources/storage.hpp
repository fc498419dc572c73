// The memory of Resources: arrays that grow by the host's hooks, and a table of names in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/keyed_hash.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "flatline/resources.hpp"

namespace flatline::resources {

/// A growing array in memory of a host's hooks. A push that returns false changed nothing.
template <class T>
class Grown {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    explicit Grown(const MemoryHooks& hooks) noexcept : hooks_(hooks) {}

    T* data() const noexcept { return reinterpret_cast<T*>(memory_.data()); }
    std::size_t size() const noexcept { return size_; }
    T& operator[](std::size_t i) const noexcept { return data()[i]; }
    T& back() const noexcept { return data()[size_ - 1]; }
    void truncate(std::size_t size) noexcept { size_ = size; }

    [[nodiscard]] bool push(const T& value) noexcept {
        const T copy = value;
        return append(&copy, 1);
    }
    /// Precondition: `values` do not lie in the array.
    [[nodiscard]] bool append(const T* values, std::size_t count) noexcept {
        const std::size_t bytes = (size_ + count) * sizeof(T);
        if (bytes > memory_.size()) {
            Reservation more;
            const std::size_t room = 2 * memory_.size() > bytes ? 2 * memory_.size() : bytes;
            if (!more.ensure(hooks_, room > kLeast ? room : kLeast)) return false;
            if (size_ != 0) std::memcpy(more.data(), memory_.data(), size_ * sizeof(T));
            memory_ = std::move(more);
        }
        if (count != 0) {
            std::memcpy(static_cast<void*>(data() + size_), values, count * sizeof(T));
        }
        size_ += count;
        return true;
    }

private:
    static constexpr std::size_t kLeast = 1024;

    MemoryHooks hooks_;
    Reservation memory_;
    std::size_t size_ = 0;
};

/// Names without case, each once, numbered in the order in which they came.
class NameTable {
public:
    static constexpr std::uint32_t kNone = FLATLINE_NONE;
    /// Longer names are never in the table.
    static constexpr std::size_t kLongest = 1024;

    explicit NameTable(const MemoryHooks& hooks) noexcept
        : hooks_(hooks), texts_(hooks), entries_(hooks) {}

    std::size_t size() const noexcept { return entries_.size(); }
    std::uint32_t find(std::string_view name) const noexcept;
    /// The number of a name, a new one where it was not there. kNone where memory is out, or the
    /// name is too long.
    std::uint32_t add(std::string_view name) noexcept;
    std::string_view name(std::uint32_t number) const noexcept {
        const Entry& entry = entries_[number];
        return {texts_.data() + entry.offset, entry.size};
    }

    /// How many slots are looked at when every name is looked for once; for tests.
    std::uint64_t steps_of_all() const noexcept;

private:
    struct Entry {
        std::uint32_t offset, size;
    };

    std::uint64_t slot_of(std::string_view name) const noexcept;
    bool rehash() noexcept;
    std::uint32_t* slots() const noexcept {
        return reinterpret_cast<std::uint32_t*>(memory_.data());
    }

    MemoryHooks hooks_;
    Grown<char> texts_;
    Grown<Entry> entries_;
    Reservation memory_;  // of the slots
    std::uint64_t slot_count_ = 0;
    HashKey key_;
};

}  // namespace flatline::resources

namespace flatline {

struct detail::ResourcesStorage {
    explicit ResourcesStorage(const ResourcesOptions& given) noexcept
        : options(given),
          names(given.memory),
          facts(given.memory),
          type_names(given.memory),
          types(given.memory) {}

    /// What is known of a name: the kinds as bits, and the size of the texture.
    struct Facts {
        std::uint32_t kinds;
        TextureSize size;
    };

    void report(std::string_view path, const Finding& finding) const noexcept {
        if (options.report != nullptr) options.report(options.context, path, finding);
    }
    Outcome add(ResourceKind kind, std::string_view name, TextureSize size) noexcept;
    /// The type with this number, a new one with the defaults where there was none.
    Outcome take_type(std::int32_t number, ThingType** out) noexcept;
    bool is_full() const noexcept {
        return names.size() + types.size() >= options.limits.resource_names;
    }
    Outcome refuse_names() const noexcept;

    ResourcesOptions options;
    resources::NameTable names;
    resources::Grown<Facts> facts;    // parallel to names
    resources::NameTable type_names;  // the numbers of thing types in decimal
    resources::Grown<ThingType> types;
    std::uint64_t counts[kResourceKinds] = {};
    std::uint64_t config_bytes = 0;  // of configurations that were read
    bool has_type_list = false;      // of a configuration or the host; classes alone are no list
    bool has_classes = false;
};

}  // namespace flatline
