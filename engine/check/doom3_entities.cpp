// Rules about entities of Doom 3 maps: classes, names, keys, targets, origins.
#include <algorithm>
#include <memory>
#include <new>

#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

constexpr std::uint32_t kGameEntities = 4096;  // 12 bits, with players and the world

constexpr char fold(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

// Keys and names are compared without case.
int compare(std::string_view a, std::string_view b) noexcept {
    const std::size_t shared = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < shared; ++i) {
        if (fold(a[i]) != fold(b[i])) return fold(a[i]) < fold(b[i]) ? -1 : 1;
    }
    return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}
bool same(std::string_view a, std::string_view b) noexcept { return compare(a, b) == 0; }
bool begins_with(std::string_view text, std::string_view prefix) noexcept {
    return same(text.substr(0, prefix.size()), prefix);
}

// A name and the first entity that has it.
struct Name {
    std::string_view name;
    std::uint32_t entity;
    flatline_text text;
};

class EntityCheck {
public:
    EntityCheck(const Doom3Map& map, const Report& report) noexcept : map_(map), report_(report) {}

    // False if memory is out; nothing is wrong with the map then.
    bool collect_names() noexcept;
    void world() noexcept;
    void duplicate_names() noexcept;
    void entity(std::uint32_t index) noexcept;

private:
    FindingSubject at(std::uint32_t index) const noexcept {
        return {FLATLINE_ENTITY, index, map_.entities()[index].offset, 1};
    }
    FindingSubject at(std::uint32_t index, flatline_text text) const noexcept {
        return {FLATLINE_ENTITY, index, text.offset, text.size};
    }
    void class_and_name(std::uint32_t index) noexcept;
    void origin(std::uint32_t index) noexcept;
    void keys(std::uint32_t index) noexcept;
    void target(std::uint32_t index, std::string_view name,
                const flatline_doom3_pair& pair) noexcept;
    bool is_name(std::string_view name) const noexcept;

    const Doom3Map& map_;
    const Report& report_;
    std::unique_ptr<Name[]> names_;  // sorted without case
    std::size_t name_count_ = 0;
    std::unique_ptr<std::uint32_t[]> order_;  // of the pairs of one entity
};

bool EntityCheck::collect_names() noexcept {
    const View<flatline_doom3_entity> entities = map_.entities();
    std::size_t most_pairs = 0;
    for (const flatline_doom3_entity& entity : entities) {
        most_pairs = std::max<std::size_t>(most_pairs, entity.pair_count);
    }
    names_.reset(new (std::nothrow) Name[entities.size()]);
    order_.reset(new (std::nothrow) std::uint32_t[most_pairs]);
    if (names_ == nullptr || order_ == nullptr) return false;
    for (std::uint32_t i = 0; i < entities.size(); ++i) {
        const flatline_doom3_pair* pair = map_.find(entities[i], "name");
        if (pair == nullptr || map_.value(*pair).empty()) continue;
        names_[name_count_++] = {map_.value(*pair), i, pair->value};
    }
    std::sort(names_.get(), names_.get() + name_count_, [](const Name& a, const Name& b) {
        const int order = compare(a.name, b.name);
        return order != 0 ? order < 0 : a.entity < b.entity;
    });
    return true;
}

bool EntityCheck::is_name(std::string_view name) const noexcept {
    const Name* const end = names_.get() + name_count_;
    const Name* found =
        std::lower_bound(static_cast<const Name*>(names_.get()), end, name,
                         [](const Name& a, std::string_view b) { return compare(a.name, b) < 0; });
    return found != end && same(found->name, name);
}

void EntityCheck::world() noexcept {
    std::uint32_t worlds = 0;
    std::uint32_t index = 0;
    for (const flatline_doom3_entity& entity : map_.entities()) {
        if ((entity.flags & FLATLINE_DOOM3_WORLDSPAWN) != 0) {
            ++worlds;
            if (worlds > 1)
                report_.in_map(Rule::multiple_worldspawn, at(index));
            else if (index != 0)
                report_.in_map(Rule::worldspawn_not_first, at(index));
        }
        ++index;
    }
    if (worlds == 0) report_.in_map(Rule::missing_worldspawn, kWholeMap);
    if (index > kGameEntities) {
        report_.in_map(Rule::too_many_entities, kWholeMap, index, kGameEntities);
    }
}

void EntityCheck::duplicate_names() noexcept {
    for (std::size_t i = 1; i < name_count_; ++i) {
        if (!same(names_[i - 1].name, names_[i].name)) continue;
        report_.in_map(Rule::duplicate_name, at(names_[i].entity, names_[i].text));
    }
}

void EntityCheck::class_and_name(std::uint32_t index) noexcept {
    const flatline_doom3_entity& entity = map_.entities()[index];
    const std::string_view name = map_.value(entity, "name");
    if (map_.value(entity, "classname").empty()) {
        const flatline_doom3_pair* spawnclass = map_.find(entity, "spawnclass");
        if (spawnclass != nullptr && map_.find(entity, "classname") == nullptr) {
            report_.in_map(Rule::spawnclass_in_map, at(index, spawnclass->key));
        } else {
            report_.in_map(Rule::missing_classname, at(index));
        }
    }
    if ((entity.flags & FLATLINE_DOOM3_WORLDSPAWN) != 0) return;
    if (name.empty()) {
        const bool light =
            same(map_.class_name(entity), "light") && map_.value(entity, "noPrelight") != "1";
        report_.in_map(light ? Rule::light_without_name : Rule::missing_name, at(index));
    } else if (same(map_.value(entity, "model"), name) && entity.brush_count == 0 &&
               entity.patch_count == 0) {
        report_.in_map(Rule::empty_brush_entity, at(index));
    }
}

void EntityCheck::origin(std::uint32_t index) noexcept {
    const flatline_doom3_entity& entity = map_.entities()[index];
    const flatline_doom3_pair* pair = map_.find(entity, "origin");
    if (pair == nullptr) return;
    if ((entity.flags & FLATLINE_DOOM3_BAD_ORIGIN) != 0) {
        report_.in_map(Rule::bad_origin, at(index, pair->value));
    }
    if ((entity.flags & FLATLINE_DOOM3_WORLDSPAWN) != 0) {
        report_.in_map(Rule::worldspawn_origin, at(index, pair->key));
        return;
    }
    const View<flatline_doom3_brush> brushes = map_.brushes(entity);
    const View<flatline_doom3_patch> patches = map_.patches(entity);
    if ((!brushes.empty() && brushes[0].offset < pair->key.offset) ||
        (!patches.empty() && patches[0].offset < pair->key.offset)) {
        report_.in_map(Rule::origin_after_primitive, at(index, pair->key));
    }
}

void EntityCheck::target(std::uint32_t index, std::string_view name,
                         const flatline_doom3_pair& pair) noexcept {
    const std::string_view key = map_.key(pair);
    const std::string_view value = map_.value(pair);
    const bool target = begins_with(key, "target");
    if (value.empty() || !(target || begins_with(key, "guiTarget") || same(key, "bind") ||
                           same(key, "cameraTarget"))) {
        return;
    }
    if (target && same(value, name)) {
        report_.in_map(Rule::target_self, at(index, pair.value));
    } else if (!is_name(value)) {
        report_.in_map(Rule::target_missing, at(index, pair.value));
    }
}

void EntityCheck::keys(std::uint32_t index) noexcept {
    const View<flatline_doom3_pair> pairs = map_.pairs(map_.entities()[index]);
    const std::string_view own = map_.value(map_.entities()[index], "name");
    const auto count = static_cast<std::uint32_t>(pairs.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        order_[i] = i;
        if (map_.key(pairs[i]).empty()) {
            const std::uint32_t quote = pairs[i].key.offset;
            report_.in_map(Rule::empty_key, {FLATLINE_ENTITY, index, quote, 0});
        }
        target(index, own, pairs[i]);
    }
    const auto key = [&](std::uint32_t i) { return map_.key(pairs[i]); };
    std::sort(order_.get(), order_.get() + count, [&](std::uint32_t a, std::uint32_t b) {
        const int order = compare(key(a), key(b));
        return order != 0 ? order < 0 : a < b;
    });
    for (std::uint32_t i = 1; i < count; ++i) {
        const std::string_view name = key(order_[i]);
        if (name.empty() || !same(key(order_[i - 1]), name)) continue;
        report_.in_map(Rule::duplicate_key, at(index, pairs[order_[i]].key));
    }
}

void EntityCheck::entity(std::uint32_t index) noexcept {
    class_and_name(index);
    origin(index);
    keys(index);
}

}  // namespace

void check_entities(const Doom3Map& map, const Report& report) noexcept {
    EntityCheck check(map, report);
    check.world();
    if (!check.collect_names()) return;
    check.duplicate_names();
    const auto count = static_cast<std::uint32_t>(map.entities().size());
    for (std::uint32_t i = 0; i < count; ++i) check.entity(i);
}

}  // namespace flatline::engine::sanity
