// The memory of Resources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/list.hpp"
#include "base/outcome.hpp"
#include "model/resources.hpp"
#include "text/name_table.hpp"

namespace flatline::engine {

namespace resources {

using text::NameTable;
/// Longer names are those of nothing.
inline constexpr std::size_t kLongestName = 1024;

inline bool is_out_of_memory(const Finding& finding) noexcept {
    return finding.rule == static_cast<std::uint16_t>(Rule::out_of_memory);
}

}  // namespace resources

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
    /// A file that did not open is reported and passed over; lack of memory ends the call.
    Outcome unopened(const Source& source, std::string_view path) const noexcept {
        const Finding why = source.reason(path);
        if (resources::is_out_of_memory(why)) return Outcome::out_of_memory;
        report(path, why);
        return Outcome::ok;
    }
    /// Counts text that is read towards config-bytes. False if it is too much, which is
    /// reported.
    [[nodiscard]] bool charge_text(std::uint64_t bytes, std::string_view path) noexcept;
    Outcome add(ResourceKind kind, std::string_view name, TextureSize size) noexcept;
    /// The type with this number, a new one with the defaults where there was none.
    Outcome take_type(std::int32_t number, ThingType** out) noexcept;
    bool is_full() const noexcept {
        return names.size() + types.size() >= options.limits.resource_names;
    }
    Outcome refuse_names() const noexcept;

    ResourcesOptions options;
    resources::NameTable names;
    List<Facts> facts;                // parallel to names
    resources::NameTable type_names;  // the numbers of thing types in decimal
    List<ThingType> types;
    std::uint64_t counts[kResourceKinds] = {};
    std::uint64_t text_bytes = 0;  // of the archive or configuration that is read
    bool has_type_list = false;    // of a configuration or the host; classes alone are no list
    bool has_classes = false;
};

}  // namespace flatline::engine
