// The C functions of flatline.h that compare maps.
#include <new>

#include "api/handle.hpp"
#include "model/diff.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

struct flatline_diff_result final : HandleOf<Diff> {};

namespace {

// False for options that no version of the header can have made. `to` refers to `given`.
bool read_options(flatline_diff_options& given, DiffOptions& to) noexcept {
    if (given.lossy > 1 || given.unused != 0) return false;
    to.lossy = given.lossy != 0;
    to.limits = limits_of(given.limits);
    to.progress = progress_of(given.progress);
    return read_memory(given.memory, to.memory);
}

}  // namespace

flatline_status flatline_diff(const flatline_map* before, const flatline_map* after,
                              const flatline_diff_options* options, flatline_diff_result** diff) {
    if (!start(diff)) return FLATLINE_BAD_ARGUMENT;
    flatline_diff_options given = FLATLINE_DIFF_OPTIONS_INIT;
    DiffOptions wanted;
    if (before == nullptr || after == nullptr || before->status != Status::ok ||
        after->status != Status::ok || !copy_options(options, given) ||
        !read_options(given, wanted)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    return make_unless(FLATLINE_CANCELLED, diff, [&](flatline_diff_result& made) {
        return made.keep(flatline::engine::diff(before->value, after->value, wanted));
    });
}

const flatline_change* flatline_diff_changes(const flatline_diff_result* diff, size_t* count) {
    return sized(diff != nullptr ? diff->value.changes() : View<flatline_change>(), count);
}

const flatline_field_change* flatline_diff_fields(const flatline_diff_result* diff, size_t* count) {
    return sized(diff != nullptr ? diff->value.fields() : View<flatline_field_change>(), count);
}
