// Collects names of textures, flats, colormaps and lumps from archives.
#pragma once

#include "base/outcome.hpp"
#include "model/archive.hpp"
#include "resources/storage.hpp"

namespace flatline::engine::resources {

/// All names of a WAD, or of a tree and the WADs at its root. Findings go to storage.report; those
/// of a damaged file leave what can be read.
Outcome collect(Archive& archive, detail::ResourcesStorage& storage) noexcept;

/// The names in the bytes of a TEXTURE1 or TEXTURE2 lump. The first one of TEXTURE1 is no texture:
/// it is the 0 of ports, which stands for none. `damaged`: a count or an offset is wrong.
Outcome add_texture_lump(Bytes lump, bool first_is_none, detail::ResourcesStorage& storage,
                         bool& damaged) noexcept;

/// The names that a TEXTURES text defines: `texture`, `walltexture` and `flat` with their sizes.
Outcome add_textures_text(Bytes text, detail::ResourcesStorage& storage) noexcept;

/// The size that the head of a PNG or of a picture in Doom's format tells; 0 by 0 for any other.
TextureSize picture_size(Bytes head) noexcept;

}  // namespace flatline::engine::resources
