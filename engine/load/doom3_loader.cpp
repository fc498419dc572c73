// The pipeline of Doom 3 maps: text -> arrays -> Doom3Map.
#include <utility>

#include "base/finding_edit.hpp"
#include "base/progress.hpp"
#include "doom3/reader.hpp"
#include "load/doom3_storage.hpp"
#include "load/load.hpp"
#include "model/doom3.hpp"

namespace flatline::engine {
namespace {

using detail::Doom3Storage;

flatline_doom3_arrays arrays_of(const doom3::RawMap& raw) noexcept {
    flatline_doom3_arrays a{};
    a.entities = raw.entities.data();
    a.pairs = raw.pairs.data();
    a.primitive_pairs = raw.primitive_pairs.data();
    a.brushes = raw.brushes.data();
    a.sides = raw.sides.data();
    a.quake_textures = raw.quake_textures.data();
    a.patches = raw.patches.data();
    a.points = raw.points.data();
    a.materials = raw.materials.data();
    a.entity_count = static_cast<std::uint32_t>(raw.entities.size());
    a.pair_count = static_cast<std::uint32_t>(raw.pairs.size());
    a.primitive_pair_count = static_cast<std::uint32_t>(raw.primitive_pairs.size());
    a.brush_count = static_cast<std::uint32_t>(raw.brushes.size());
    a.side_count = static_cast<std::uint32_t>(raw.sides.size());
    a.quake_texture_count = static_cast<std::uint32_t>(raw.quake_textures.size());
    a.patch_count = static_cast<std::uint32_t>(raw.patches.size());
    a.point_count = static_cast<std::uint32_t>(raw.points.size());
    a.material_count = static_cast<std::uint32_t>(raw.materials.size());
    a.has_version = raw.has_version;
    a.version = raw.version;
    return a;
}

struct Doom3Kind {
    using Map = Doom3Map;
    using Arrays = flatline_doom3_arrays;
    using Storage = Doom3Storage;
    using Workspace = detail::Doom3Workspace;
    using Options = Doom3Options;
    static constexpr Lump kLump = Lump::map;

    static std::uint64_t bytes(Bytes text, const Options&) noexcept { return text.size(); }
    static Outcome read(Workspace& workspace, const MemoryHooks& hooks, const Options& options,
                        Budget& budget, Storage& storage, FindingList& findings,
                        Arrays& arrays) noexcept;
};

}  // namespace

/// Kept between loads: what a load only works with, and memory that recycled maps gave back.
struct detail::Doom3Workspace {
    doom3::ReadWorkspace read;
    Reservation blocks;
    Buffer room;
};

void detail::destroy(Doom3Workspace* workspace) noexcept { delete workspace; }

namespace {

Outcome Doom3Kind::read(Workspace& workspace, const MemoryHooks& hooks, const Options& options,
                        Budget& budget, Storage& storage, FindingList& findings,
                        Arrays& arrays) noexcept {
    doom3::RawMap raw;
    Progress progress(options.progress, storage.text.size());
    doom3::ReadOptions read_options{options.limits, options.partial, options.escapes};
    if (progress.wanted()) read_options.progress = &progress;
    doom3::MapReader reader(workspace.read, hooks, budget, findings, read_options);
    Outcome outcome = reader.read(storage.text, storage.blocks, raw);
    if (outcome == Outcome::ok && !progress.finish()) outcome = Outcome::cancelled;
    if (outcome == Outcome::cancelled) detail::FindingEdit::clear(findings);
    if (outcome == Outcome::ok) {
        storage.complete = reader.complete();
        arrays = arrays_of(raw);
    }
    return outcome;
}

}  // namespace

LoadResult<Doom3Map> Doom3Loader::load_borrowed(Bytes text, const Doom3Options& options) noexcept {
    return load<Doom3Kind>(workspace_, memory_, text, Buffer(), options);
}

LoadResult<Doom3Map> Doom3Loader::load_owned(Buffer text, const Doom3Options& options) noexcept {
    const Bytes bytes = text.bytes();
    return load<Doom3Kind>(workspace_, memory_, bytes, std::move(text), options);
}

void Doom3Loader::recycle(Doom3Map&& map) noexcept { take_back(std::move(map), workspace_); }

Buffer take_room(Doom3Loader& loader) noexcept {
    return take_room_of(detail::Access::workspace(loader));
}

LoadResult<Doom3Map> load_doom3_borrowed(Bytes text, const Doom3Options& options) noexcept {
    return Doom3Loader(options.memory).load_borrowed(text, options);
}

LoadResult<Doom3Map> load_doom3_owned(Buffer text, const Doom3Options& options) noexcept {
    return Doom3Loader(options.memory).load_owned(std::move(text), options);
}

}  // namespace flatline::engine
