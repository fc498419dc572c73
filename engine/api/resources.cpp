// The C functions of flatline.h: names and thing types of a game.
#include <new>

#include "api/handle.hpp"
#include "model/resources.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

namespace {

void report(void* context, std::string_view path, const Finding& finding) {
    const auto& resources = *static_cast<const flatline_resources*>(context);
    resources.report(resources.context, path.data(), path.size(), &finding);
}

flatline_status status_of(Status status) noexcept { return static_cast<flatline_status>(status); }

}  // namespace

flatline_status flatline_resources_new(const flatline_resources_options* options,
                                       flatline_resources** resources) {
    if (!start(resources)) return FLATLINE_BAD_ARGUMENT;
    flatline_resources_options given = FLATLINE_RESOURCES_OPTIONS_INIT;
    ResourcesOptions own;
    if (!copy_options(options, given) || !read_memory(given.memory, own.memory)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    auto* const made = new (std::nothrow) flatline_resources;
    if (made == nullptr) return FLATLINE_OUT_OF_MEMORY;
    made->report = given.report;
    made->context = given.context;
    own.limits = limits_of(given.limits);
    own.texture_sizes = given.texture_sizes != 0;
    if (given.report != nullptr) own.report = report;
    own.context = made;
    made->value = Resources(own);
    *resources = made;
    return FLATLINE_OK;
}

flatline_status flatline_resources_add(flatline_resources* resources, uint8_t kind,
                                       const char* name, uint32_t width, uint32_t height) {
    if (resources == nullptr || name == nullptr || kind > FLATLINE_FILE) {
        return FLATLINE_BAD_ARGUMENT;
    }
    return status_of(
        resources->value.add(static_cast<ResourceKind>(kind), view(name), {width, height}));
}

flatline_status flatline_resources_add_thing_type(flatline_resources* resources,
                                                  const flatline_thing_type* type) {
    if (resources == nullptr || type == nullptr) return FLATLINE_BAD_ARGUMENT;
    return status_of(
        resources->value.add_thing_type({type->type, type->radius, type->height, type->blocking,
                                         type->error, type->obsolete != 0}));
}

flatline_status flatline_resources_add_archive(flatline_resources* resources,
                                               flatline_archive* archive) {
    if (resources == nullptr || archive == nullptr) return FLATLINE_BAD_ARGUMENT;
    return status_of(resources->value.add_archive(archive->value));
}

flatline_status flatline_resources_add_game_config(flatline_resources* resources,
                                                   flatline_archive* tree, const char* path) {
    if (resources == nullptr || tree == nullptr || path == nullptr) return FLATLINE_BAD_ARGUMENT;
    return status_of(resources->value.add_game_config(tree->value, view(path)));
}

void flatline_resources_set_base(flatline_resources* resources, const flatline_resources* base) {
    if (resources == nullptr) return;
    resources->value.set_base(base != nullptr ? &base->value : nullptr);
}

int flatline_resources_knows(const flatline_resources* resources, uint8_t kind, const char* name) {
    return resources != nullptr && name != nullptr && kind <= FLATLINE_FILE &&
           resources->value.knows(static_cast<ResourceKind>(kind), view(name));
}

int flatline_resources_has(const flatline_resources* resources, uint8_t kind) {
    return resources != nullptr && kind <= FLATLINE_FILE &&
           resources->value.has(static_cast<ResourceKind>(kind));
}

int flatline_resources_has_thing_types(const flatline_resources* resources) {
    return resources != nullptr && resources->value.has_thing_types();
}

int flatline_resources_has_classes(const flatline_resources* resources) {
    return resources != nullptr && resources->value.has_classes();
}

void flatline_resources_texture_size(const flatline_resources* resources, const char* name,
                                     uint32_t* width, uint32_t* height) {
    TextureSize size;
    if (resources != nullptr) size = resources->value.texture_size(view(name));
    if (width != nullptr) *width = size.width;
    if (height != nullptr) *height = size.height;
}

flatline_status flatline_resources_thing_type(const flatline_resources* resources, int32_t type,
                                              flatline_thing_type* out) {
    const ThingType* own = resources != nullptr ? resources->value.thing_type(type) : nullptr;
    if (own == nullptr || out == nullptr) return FLATLINE_BAD_ARGUMENT;
    *out = {own->radius, own->height, own->type, own->blocking, own->error, own->obsolete, 0};
    return FLATLINE_OK;
}
