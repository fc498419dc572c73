// The pipeline of Doom 3 maps: text -> arrays -> Doom3Map.
#include <memory>
#include <new>
#include <utility>

#include "api/doom3_storage.hpp"
#include "doom3/reader.hpp"
#include "flatline/doom3.hpp"

namespace flatline {
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

Finding out_of_memory() noexcept {
    Finding f{};
    f.offset = FLATLINE_NO_OFFSET;
    f.index = FLATLINE_NONE;
    f.rule = static_cast<std::uint16_t>(Rule::out_of_memory);
    f.field = FLATLINE_NO_FIELD;
    f.severity = static_cast<std::uint8_t>(rule_rows()[f.rule].severity);
    f.element = FLATLINE_MAP;
    f.refuses = 1;
    return f;
}

}  // namespace

/// Kept between loads: what a load only works with, and memory that recycled maps gave back.
struct Doom3Loader::Workspace {
    doom3::ReadWorkspace read;
    Reservation arrays;
};

Doom3Result Doom3Loader::load(Bytes text, Buffer&& owned, const Doom3Options& options) noexcept {
    Doom3Result result;
    std::unique_ptr<Doom3Storage> storage(new (std::nothrow) Doom3Storage);
    if (workspace_ == nullptr) workspace_ = new (std::nothrow) Workspace;
    if (storage == nullptr || workspace_ == nullptr) {
        result.status = Status::out_of_memory;
        result.refusal.add(out_of_memory());
        result.text = std::move(owned);
        return result;
    }
    storage->text = text;
    storage->findings.set_capacity(options.limits.findings);
    storage->arrays = std::move(workspace_->arrays);
    Budget budget(options.limits.arena_bytes);
    doom3::RawMap raw;
    doom3::Reader reader(workspace_->read, memory_, budget, storage->findings,
                         {options.limits, options.partial, options.escapes});
    const Outcome status = reader.read(text, storage->arrays, raw);
    result.memory = storage->memory = {budget.announced(), budget.used()};
    if (status == Outcome::ok) {
        result.status = Status::ok;
        storage->owned = std::move(owned);
        Doom3Storage::bind(result.map, storage.release(), arrays_of(raw), reader.complete());
        return result;
    }
    result.status = Status::refused;
    if (status == Outcome::out_of_memory) {
        result.status = Status::out_of_memory;
        storage->findings.add(out_of_memory());
    }
    result.refusal = std::move(storage->findings);
    result.text = std::move(owned);
    workspace_->arrays = std::move(storage->arrays);
    return result;
}

Doom3Result Doom3Loader::load_borrowed(Bytes text, const Doom3Options& options) noexcept {
    return load(text, Buffer(), options);
}

Doom3Result Doom3Loader::load_owned(Buffer text, const Doom3Options& options) noexcept {
    const Bytes bytes = text.bytes();
    return load(bytes, std::move(text), options);
}

void Doom3Loader::recycle(Doom3Map&& map) noexcept {
    const std::unique_ptr<Doom3Storage> storage(Doom3Storage::release(map));
    if (storage != nullptr && workspace_ != nullptr) {
        workspace_->arrays = std::move(storage->arrays);
    }
}

Doom3Loader::Doom3Loader(Doom3Loader&& other) noexcept
    : memory_(other.memory_), workspace_(std::exchange(other.workspace_, nullptr)) {}

Doom3Loader& Doom3Loader::operator=(Doom3Loader&& other) noexcept {
    if (this != &other) {
        delete workspace_;
        memory_ = other.memory_;
        workspace_ = std::exchange(other.workspace_, nullptr);
    }
    return *this;
}

Doom3Loader::~Doom3Loader() { delete workspace_; }

Doom3Result load_doom3_borrowed(Bytes text, const Doom3Options& options) noexcept {
    return Doom3Loader(options.memory).load_borrowed(text, options);
}

Doom3Result load_doom3_owned(Buffer text, const Doom3Options& options) noexcept {
    return Doom3Loader(options.memory).load_owned(std::move(text), options);
}

}  // namespace flatline
