// model/resources.hpp: the names that a game provides and maps use: textures, flats, colormaps,
// lumps, and the types of its things.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/export.h"
#include "model/archive.hpp"
#include "model/findings.hpp"
#include "model/limits.hpp"
#include "model/memory.hpp"
#include "model/owned.hpp"
#include "model/result.hpp"

namespace flatline::engine {

namespace detail {
struct ResourcesStorage;
void destroy(ResourcesStorage* storage) noexcept;
}  // namespace detail

/// What a name stands for. `lump`: any lump of a WAD, and any file of a tree by the first 8 bytes
/// of its stem. `file`: a file of a tree by its whole path.
enum class ResourceKind : std::uint8_t {
    texture = FLATLINE_TEXTURE,
    flat = FLATLINE_FLAT,
    colormap = FLATLINE_COLORMAP,
    lump = FLATLINE_LUMP,
    file = FLATLINE_FILE
};
inline constexpr std::size_t kResourceKinds = FLATLINE_FILE + 1;

/// The size of a texture in pixels; 0 by 0 where it is not known.
struct TextureSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

/// One type of things, as the game configurations of Ultimate Doom Builder describe it.
struct ThingType {
    std::int32_t type = 0;      ///< DoomEd number
    double radius = 10;         ///< map units from the middle to each side of its square
    double height = 20;         ///< map units
    std::uint8_t blocking = 0;  ///< 0: blocks nothing; 1: at any height; 2: along its own height
    std::uint8_t error = 1;     ///< 0: may be anywhere; 1: not outside the map; 2: nor in walls
    bool obsolete = false;      ///< its class is marked with `//$Obsolete`
    bool described = true;      ///< false: only its number is known, the others are defaults
    bool monster = false;       ///< its class says so
    bool hangs = false;         ///< it begins at the ceiling, as its class says
};

/// Options of Resources.
struct ResourcesOptions {
    /// resource-names, config-bytes, archive-entries, container-bytes, inflated-bytes, nesting.
    Limits limits;
    MemoryHooks memory;
    /// Read the head of each texture that is a file, too, to know its size.
    bool texture_sizes = false;
    /// Gets each finding with the path of the file inside the archive that it is about ("" for the
    /// archive itself). May be null.
    void (*report)(void* context, std::string_view path, const Finding& finding) = nullptr;
    void* context = nullptr;
};

/// The names and thing types of a game, for `check`. Names are compared without case. It is filled
/// from archives, from game configurations, or name by name; while one thread fills it no other may
/// use it, and once it is filled any number may ask it. A failed call leaves what was added before.
/// Move-only. Source: docs/rules.md, "Resources".
class Resources {
public:
    explicit Resources(const ResourcesOptions& options = {}) noexcept;

    /// Adds one name. Names of more than 1024 bytes are passed over. `size` counts for textures.
    /// Errors: refused over the limit resource-names, out_of_memory.
    Status add(ResourceKind kind, std::string_view name, TextureSize size = {}) noexcept;
    /// Adds a thing type; one that is there already takes these values. Errors: as add.
    Status add_thing_type(const ThingType& type) noexcept;

    /// Adds all names of a WAD, or of a tree and the WADs at its root: TEXTURE1 and TEXTURE2,
    /// TEXTURES, what lies between TX_, F_ (FF_) and C_ markers, the folders textures, flats and
    /// colormaps, all lumps; and the thing types of DECORATE, ZScript and MAPINFO. No other
    /// function of `archive` may run meanwhile. Errors: refused over a limit, out_of_memory.
    Status add_archive(Archive& archive) noexcept;
    /// Adds the thing types of a game configuration of Ultimate Doom Builder, the file at `path`
    /// (in any case) of a tree. `include` is followed within the tree, relative to the file that
    /// says it. Errors: refused (not there, over a limit), out_of_memory; wrong syntax is a
    /// finding, and what stands before it counts.
    Status add_game_config(Archive& tree, std::string_view path) noexcept;

    /// What is not found here is looked up in `base`, which must outlive this; null for none.
    void set_base(const Resources* base) noexcept { base_ = base; }

    /// True where there is a name of this kind, so that others can be called unknown.
    bool has(ResourceKind kind) const noexcept;
    bool knows(ResourceKind kind, std::string_view name) const noexcept;
    /// 0 by 0 where there is no such texture, or its size is not known.
    TextureSize texture_size(std::string_view name) const noexcept;
    /// True where types came from a configuration or one by one: those of classes alone are not
    /// all that a game has.
    bool has_thing_types() const noexcept;
    /// True where classes of things (DECORATE, ZScript) were read, which alone may be obsolete.
    bool has_classes() const noexcept;
    /// Null where no type has this number. Valid until more is added.
    const ThingType* thing_type(std::int32_t type) const noexcept FLATLINE_LIFETIMEBOUND;

private:
    friend struct detail::Access;
    detail::Owned<detail::ResourcesStorage> owned_;
    const Resources* base_ = nullptr;
};

}  // namespace flatline::engine
