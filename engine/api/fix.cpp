// The C functions that mend maps.
#include <new>
#include <utility>

#include "api/handle.hpp"
#include "api/lumps.hpp"
#include "base/list.hpp"
#include "model/fix.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

struct flatline_fixed final : HandleOf<Fixed> {
    List<flatline_named_lump> lumps;
};

namespace {

// The options of a call; the C++ form refers to those of C.
struct FixRequest {
    flatline_fix_options given = FLATLINE_FIX_OPTIONS_INIT;
    flatline_check_options check_given = FLATLINE_CHECK_OPTIONS_INIT;
    MapOptions load;
    FixOptions wanted;

    // False for options that no version of the header can have made, and for a rule that there is
    // not.
    bool read(const flatline_fix_options* from) noexcept {
        if (!copy_options(from, given) || given.unsafe > 1 || given.unused != 0) return false;
        if (!load.read(given.load) || (given.rules == nullptr && given.rule_count != 0)) {
            return false;
        }
        if (!read_check_options(given.check, check_given, wanted.check)) return false;
        for (size_t i = 0; i < given.rule_count; ++i) {
            const Rule rule = find_rule(view(given.rules[i]));
            if (rule == Rule::count_) return false;
            wanted.rules.add(rule);
        }
        wanted.load = load.get();
        wanted.unsafe = given.unsafe != 0;
        return true;
    }
};

}  // namespace

flatline_status flatline_fix(const flatline_named_lump* lumps, size_t count,
                             const flatline_fix_options* options, flatline_fixed** fixed) {
    if (!start(fixed)) return FLATLINE_BAD_ARGUMENT;
    FixRequest request;
    if (lumps == nullptr || !request.read(options)) return FLATLINE_BAD_ARGUMENT;
    List<LumpView> views;
    if (!append_lumps(lumps, count, views)) return FLATLINE_OUT_OF_MEMORY;
    return make_unless(FLATLINE_CANCELLED, fixed, [&](flatline_fixed& made) {
        const flatline_status status = made.keep(fix(views.view(), request.wanted));
        const View<LumpView> now = made.value.value().lumps;
        for (size_t i = 0; i < now.size(); ++i) {
            // Names are the caller's, with the zero byte.
            if (!made.lumps.push({lumps[i].name, {now[i].bytes.data(), now[i].bytes.size()}})) {
                return FLATLINE_OUT_OF_MEMORY;
            }
        }
        return status;
    });
}

const flatline_named_lump* flatline_fixed_lumps(const flatline_fixed* fixed, size_t* count) {
    return sized(fixed != nullptr ? fixed->lumps.view() : View<flatline_named_lump>(), count);
}

const flatline_fix_row* flatline_fixed_rows(const flatline_fixed* fixed, size_t* count) {
    return sized(fixed != nullptr ? fixed->value.value().rows : View<flatline_fix_row>(), count);
}

int flatline_fixed_changed(const flatline_fixed* fixed) {
    return fixed != nullptr && fixed->value.value().changed ? 1 : 0;
}
