// Thing types that classes define: DECORATE, ZScript, and the numbers of MAPINFO.
#pragma once

#include <string_view>
#include <vector>

#include "archive/wad.hpp"
#include "base/outcome.hpp"
#include "model/archive.hpp"
#include "resources/storage.hpp"

namespace flatline::engine::resources {

/// Classes of a WAD, and of a tree whose files are `entries`. What is included is followed within
/// the same archive. A thing type that is not known yet gets the defaults.
Outcome add_classes(File& file, const archive::Wad& wad, std::string_view path,
                    detail::ResourcesStorage& storage) noexcept;
Outcome add_classes(Source& source, View<Source::Entry> entries,
                    detail::ResourcesStorage& storage) noexcept;

}  // namespace flatline::engine::resources
