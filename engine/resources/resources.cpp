// Resources: the table of names, and the public face of the room.
#include "model/resources.hpp"

#include <algorithm>
#include <charconv>
#include <new>

#include "archive/finding.hpp"
#include "resources/collect.hpp"
#include "resources/game_config.hpp"
#include "resources/storage.hpp"
#include "text/chars.hpp"

namespace flatline::engine {

using detail::ResourcesStorage;

// ---- What is stored ----------------------------------------------------------------------------

void detail::destroy(ResourcesStorage* storage) noexcept { delete storage; }

Outcome ResourcesStorage::refuse_names() const noexcept {
    const auto most = static_cast<std::int64_t>(options.limits.resource_names);
    report("", make_finding(Rule::limit_resource_names, Lump::none, FLATLINE_NO_OFFSET, most + 1,
                            most));
    return Outcome::refused;
}

bool ResourcesStorage::charge_text(std::uint64_t bytes, std::string_view path) noexcept {
    const std::uint64_t most = options.limits.config_bytes;
    if (bytes > most - std::min(text_bytes, most)) {
        report(path, archive::over_limit(Rule::limit_config_bytes, text_bytes + bytes, most));
        return false;
    }
    text_bytes += bytes;
    return true;
}

Outcome ResourcesStorage::add(ResourceKind kind, std::string_view name, TextureSize size) noexcept {
    if (name.empty() || name.size() > resources::kLongestName) return Outcome::ok;
    std::uint32_t number = names.find(name);
    if (number == resources::NameTable::kNone) {
        if (is_full()) return refuse_names();
        // The facts first: a name without them would be one that memory ran out on.
        if (facts.size() == names.size() && !facts.push({0, {}})) return Outcome::out_of_memory;
        number = names.add(name);
        if (number == resources::NameTable::kNone) return Outcome::out_of_memory;
    }
    Facts& known = facts[number];
    const std::uint32_t bit = 1u << static_cast<unsigned>(kind);
    counts[static_cast<std::size_t>(kind)] += (known.kinds & bit) == 0;
    known.kinds |= bit;
    if (kind == ResourceKind::texture && size.width != 0) known.size = size;
    return Outcome::ok;
}

namespace {

/// The number of a thing type as a name of the table.
class TypeName {
public:
    explicit TypeName(std::int32_t number) noexcept
        : end_(std::to_chars(digits_, digits_ + sizeof digits_, number).ptr) {}
    std::string_view get() const noexcept {
        return {digits_, static_cast<std::size_t>(end_ - digits_)};
    }

private:
    char digits_[12];
    char* end_;
};

Status status_of(Outcome outcome) noexcept {
    switch (outcome) {
        case Outcome::ok:
            return Status::ok;
        case Outcome::out_of_memory:
            return Status::out_of_memory;
        default:
            return Status::refused;
    }
}

}  // namespace

Outcome ResourcesStorage::take_type(std::int32_t number, ThingType** out) noexcept {
    const TypeName name(number);
    std::uint32_t at = type_names.find(name.get());
    if (at == resources::NameTable::kNone) {
        if (is_full()) return refuse_names();
        ThingType type;
        type.type = number;
        type.described = false;
        if (types.size() == type_names.size() && !types.push(type)) return Outcome::out_of_memory;
        types.back() = type;
        at = type_names.add(name.get());
        if (at == resources::NameTable::kNone) return Outcome::out_of_memory;
    }
    *out = &types[at];
    return Outcome::ok;
}

// ---- The public face ---------------------------------------------------------------------------

Resources::Resources(const ResourcesOptions& options) noexcept
    : owned_(new (std::nothrow) ResourcesStorage(options)) {}

Status Resources::add(ResourceKind kind, std::string_view name, TextureSize size) noexcept {
    ResourcesStorage* const storage = owned_.storage();
    return storage != nullptr ? status_of(storage->add(kind, name, size)) : Status::out_of_memory;
}

Status Resources::add_thing_type(const ThingType& type) noexcept {
    if (owned_.storage() == nullptr) return Status::out_of_memory;
    ThingType* own = nullptr;
    const Outcome outcome = owned_.storage()->take_type(type.type, &own);
    if (outcome == Outcome::ok) {
        *own = type;
        owned_.storage()->has_type_list = true;
    }
    return status_of(outcome);
}

Status Resources::add_archive(Archive& archive) noexcept {
    if (owned_.storage() == nullptr) return Status::out_of_memory;
    return status_of(resources::collect(archive, *owned_.storage()));
}

Status Resources::add_game_config(Archive& tree, std::string_view path) noexcept {
    if (owned_.storage() == nullptr) return Status::out_of_memory;
    return status_of(resources::read_game_config(tree, path, *owned_.storage()));
}

bool Resources::has(ResourceKind kind) const noexcept {
    const ResourcesStorage* const storage = owned_.storage();
    return (storage != nullptr && storage->counts[static_cast<std::size_t>(kind)] != 0) ||
           (base_ != nullptr && base_->has(kind));
}

bool Resources::knows(ResourceKind kind, std::string_view name) const noexcept {
    if (const ResourcesStorage* const storage = owned_.storage(); storage != nullptr) {
        const std::uint32_t number = storage->names.find(name);
        if (number != resources::NameTable::kNone &&
            (storage->facts[number].kinds >> static_cast<unsigned>(kind) & 1) != 0) {
            return true;
        }
    }
    return base_ != nullptr && base_->knows(kind, name);
}

TextureSize Resources::texture_size(std::string_view name) const noexcept {
    if (const ResourcesStorage* const storage = owned_.storage(); storage != nullptr) {
        const std::uint32_t number = storage->names.find(name);
        if (number != resources::NameTable::kNone && storage->facts[number].size.width != 0) {
            return storage->facts[number].size;
        }
    }
    return base_ != nullptr ? base_->texture_size(name) : TextureSize{};
}

bool Resources::has_thing_types() const noexcept {
    return (owned_.storage() != nullptr && owned_.storage()->has_type_list) ||
           (base_ != nullptr && base_->has_thing_types());
}

bool Resources::has_classes() const noexcept {
    return (owned_.storage() != nullptr && owned_.storage()->has_classes) ||
           (base_ != nullptr && base_->has_classes());
}

const ThingType* Resources::thing_type(std::int32_t type) const noexcept {
    if (const ResourcesStorage* const storage = owned_.storage(); storage != nullptr) {
        const std::uint32_t at = storage->type_names.find(TypeName(type).get());
        if (at != resources::NameTable::kNone) return &storage->types[at];
    }
    return base_ != nullptr ? base_->thing_type(type) : nullptr;
}

}  // namespace flatline::engine
