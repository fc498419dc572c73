// flatline/check.hpp: the sanity rules over a loaded map, the resources of a game that they need,
// and the verdicts of the ports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "flatline/archive.hpp"
#include "flatline/doom3.hpp"
#include "flatline/flatline.h"
#include "flatline/host.hpp"
#include "flatline/map.hpp"
#include "flatline/result.hpp"

namespace flatline {

// ---- Resources ---------------------------------------------------------------------------------

struct ResourcesOptions : detail::Options<flatline_resources_options> {
    /// Gives each finding to callback(std::string_view path, const flatline_finding&), an object
    /// that outlives the Resources and does not throw. The path is inside the archive, "" for
    /// itself.
    template <class Callback>
    ResourcesOptions& report_to(Callback& callback) noexcept FLATLINE_LIFETIMEBOUND {
        context = &callback;
        report = [](void* to, const char* path, std::size_t size,
                    const flatline_finding* finding) noexcept {
            (*static_cast<Callback*>(to))(std::string_view(path, size), *finding);
        };
        return *this;
    }
};

/// The size of a texture in pixels; 0 by 0 where it is not known.
struct TextureSize {
    std::uint32_t width = 0, height = 0;
};

/// The names and thing types of a game. Kinds of names are FLATLINE_TEXTURE .. FLATLINE_FILE, and
/// names are compared without case. While one thread fills it no other may use it; any number may
/// ask it afterwards. A call that fails leaves what was added before. Move-only.
/// Source: docs/rules.md, "Resources".
class Resources : public detail::Handle<flatline_resources> {
public:
    using Handle::Handle;
    /// Makes an empty one. Errors: out_of_memory, bad_argument.
    static Result<Resources> make(const ResourcesOptions& options = {}) noexcept {
        return detail::made<Resources>(
            [&](auto** raw) noexcept { return flatline_resources_new(&options, raw); });
    }

    /// Adds one name; the size counts for textures. Errors, also of the next three: refused over a
    /// limit, out_of_memory, bad_argument.
    Status add(std::uint8_t kind, const char* name, TextureSize size = {}) noexcept {
        return detail::status(flatline_resources_add(raw(), kind, name, size.width, size.height));
    }
    /// Adds a thing type; one that is there already takes these values.
    Status add_thing_type(const flatline_thing_type& type) noexcept {
        return detail::status(flatline_resources_add_thing_type(raw(), &type));
    }
    /// Adds all names of a WAD, or of a tree and the WADs at its root, and the thing types of their
    /// DECORATE, ZScript and MAPINFO.
    Status add_archive(Archive& archive) noexcept {
        return detail::status(flatline_resources_add_archive(raw(), archive.raw()));
    }
    /// Adds the thing types of a game configuration of Ultimate Doom Builder, the file at `path` of
    /// a tree. Refused also if there is none; wrong syntax is a finding.
    Status add_game_config(Archive& tree, const char* path) noexcept {
        return detail::status(flatline_resources_add_game_config(raw(), tree.raw(), path));
    }
    /// What is not found here is looked up in `base`, which must outlive this; null: no more.
    void set_base(const Resources* base) noexcept {
        flatline_resources_set_base(raw(), base != nullptr ? base->raw() : nullptr);
    }

    bool knows(std::uint8_t kind, const char* name) const noexcept {
        return flatline_resources_knows(raw(), kind, name) != 0;
    }
    /// Whether there is a name of this kind, so that others can be called unknown.
    bool has_names(std::uint8_t kind) const noexcept {
        return flatline_resources_has(raw(), kind) != 0;
    }
    /// Whether types came from a configuration or one by one, not from classes alone; and whether
    /// classes of things were read, which alone may be obsolete.
    bool has_thing_types() const noexcept { return flatline_resources_has_thing_types(raw()) != 0; }
    bool has_classes() const noexcept { return flatline_resources_has_classes(raw()) != 0; }
    TextureSize texture_size(const char* name) const noexcept {
        TextureSize size;
        flatline_resources_texture_size(raw(), name, &size.width, &size.height);
        return size;
    }
    /// Empty where nothing is known of that DoomEd number.
    std::optional<flatline_thing_type> thing_type(std::int32_t type) const noexcept {
        flatline_thing_type found{};
        if (flatline_resources_thing_type(raw(), type, &found) != FLATLINE_OK) return {};
        return found;
    }
};

// ---- Checks ------------------------------------------------------------------------------------

/// What a check takes besides the map. What the setters are given has to last until the call.
struct CheckOptions : detail::Options<flatline_check_options> {
    /// The archive that the map came from and its number there, for rules about the lumps around
    /// it.
    CheckOptions& in_archive(const Archive& from, std::size_t map) noexcept FLATLINE_LIFETIMEBOUND {
        archive = from.raw();
        archive_map = map;
        return *this;
    }
    /// Names of textures and types of things, for the rules that need them.
    CheckOptions& with_resources(const Resources& names) noexcept FLATLINE_LIFETIMEBOUND {
        resources = names.raw();
        return *this;
    }
    /// FLATLINE_GAME_*: whose things the map has.
    CheckOptions& of_game(std::uint32_t which) noexcept FLATLINE_LIFETIMEBOUND {
        game = which;
        return *this;
    }
    /// The map's lump BEHAVIOR, for rules about scripts.
    CheckOptions& with_behavior(Bytes lump) noexcept FLATLINE_LIFETIMEBOUND {
        behavior = lump.data();
        behavior_size = lump.size();
        return *this;
    }
    /// Levels of rules; of one rule the last counts. The id null stands for all rules.
    CheckOptions& set_levels(View<flatline_rule_level> rules) noexcept FLATLINE_LIFETIMEBOUND {
        levels = rules.data();
        level_count = rules.size();
        return *this;
    }
};

/// What a check found: findings() name element and field, and refer to the map by index. Move-only.
class Report : public detail::Handle<flatline_report> {
public:
    using Handle::Handle;

    /// FLATLINE_RULE_RUN; NOT_RUN for one that is on, without the archive or the resources that
    /// it needs; CUT_SHORT by the limit check-steps.
    std::uint8_t ran(Rule rule) const noexcept {
        return flatline_report_rule(raw(), static_cast<std::uint16_t>(rule));
    }
};

/// Runs the sanity rules over a map; no load does so by itself. ok says that the check ran,
/// whatever it found. Findings get their offsets from Map::locate. Expected time is linear, and
/// bounded by the limit check-steps. Errors: refused where arena-bytes or `work` is too low,
/// out_of_memory, cancelled, bad_argument for a refused map. Any thread. Source: docs/rules.md,
/// "Sanity rules".
inline Result<Report> check(const Map& map, const CheckOptions& options = {}) noexcept {
    return detail::made<Report>(
        [&](auto** report) noexcept { return flatline_check(map.raw(), &options, report); });
}
/// The same for a Doom 3 map; findings have their offsets. Source: docs/doom3.md, "Checks".
inline Result<Report> check(const Doom3Map& map, const CheckOptions& options = {}) noexcept {
    return detail::made<Report>(
        [&](auto** report) noexcept { return flatline_doom3_check(map.raw(), &options, report); });
}

// ---- Verdicts ----------------------------------------------------------------------------------

/// What is judged besides the map. What is left out is not judged. What the setters are given has
/// to last until the call.
struct VerdictOptions : detail::Options<flatline_verdict_options> {
    /// The archive that the map came from and its number there, for facts about its lumps.
    VerdictOptions& in_archive(const Archive& from,
                               std::size_t map) noexcept FLATLINE_LIFETIMEBOUND {
        archive = from.raw();
        archive_map = map;
        return *this;
    }
    /// The lumps after the label, in the order of their file, as far as they are known.
    VerdictOptions& with_lumps(View<flatline_named_lump> after) noexcept FLATLINE_LIFETIMEBOUND {
        lumps = after.data();
        lump_count = after.size();
        return *this;
    }
    VerdictOptions& with_report(const Report& checked) noexcept FLATLINE_LIFETIMEBOUND {
        report = checked.raw();
        return *this;
    }
};

/// The verdicts of all ports, by FLATLINE_PORT_*.
struct Verdicts {
    flatline_verdict of[FLATLINE_PORTS] = {};
    const flatline_verdict& operator[](std::size_t port) const noexcept FLATLINE_LIFETIMEBOUND {
        return of[port];
    }
};

/// Judges a map, loaded or refused. Goes once over text and elements, and allocates nothing.
/// Errors: bad_argument. Any thread. Source: docs/verdicts.md.
inline Result<Verdicts> judge(const Map& map, const VerdictOptions& options = {}) noexcept {
    Verdicts verdicts;
    const flatline_status ended = flatline_judge(map.raw(), &options, verdicts.of);
    return {detail::status(ended), verdicts};
}

/// The table of the verdicts, and the facts about a map that are no findings, because they are
/// wrong for some port only. Static data, any thread. Source: docs/verdicts.md, "The table".
inline Items<flatline_verdict_row> verdict_rows() noexcept {
    return detail::table<flatline_verdict_row>(
        [](const void*, std::size_t, std::size_t i) noexcept { return flatline_verdict_table(i); },
        &flatline_verdict_row::rule);
}
inline Items<flatline_port_fact_row> port_facts() noexcept {
    return detail::table<flatline_port_fact_row>(
        [](const void*, std::size_t, std::size_t i) noexcept { return flatline_port_fact(i); },
        &flatline_port_fact_row::id);
}

}  // namespace flatline
