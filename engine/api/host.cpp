// The C functions of flatline.h: version, status, limits, buffers.
#include "api/handle.hpp"
#include "model/limits.hpp"
#include "model/version.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

namespace {

void set_limits(flatline_limits& to, const Limits& limits) noexcept {
    to = {};
    std::memcpy(&to, &limits, sizeof limits);
}

}  // namespace

const char* flatline_version(void) { return version().data(); }

const char* flatline_status_name(flatline_status status) {
    switch (status) {
        case FLATLINE_OK:
            return "ok";
        case FLATLINE_REFUSED:
            return "refused";
        case FLATLINE_OUT_OF_MEMORY:
            return "out-of-memory";
        case FLATLINE_BAD_ARGUMENT:
            return "bad-argument";
        case FLATLINE_CANCELLED:
            return "cancelled";
        case FLATLINE_FIELD_ABSENT:
            return "field-absent";
        case FLATLINE_UNUSABLE:
            return "unusable";
    }
    return "";
}

// ---- Limits ------------------------------------------------------------------------------------

void flatline_limits_default(flatline_limits* limits) {
    if (limits != nullptr) set_limits(*limits, Limits{});
}

flatline_status flatline_limits_preset(flatline_limits* limits, const char* name) {
    if (limits == nullptr) return FLATLINE_BAD_ARGUMENT;
    for (const LimitPreset& preset : limit_presets()) {
        if (preset.name != view(name)) continue;
        set_limits(*limits, preset.limits);
        return FLATLINE_OK;
    }
    return FLATLINE_BAD_ARGUMENT;
}

flatline_status flatline_limits_set(flatline_limits* limits, const char* name, const char* value) {
    if (limits == nullptr) return FLATLINE_BAD_ARGUMENT;
    Limits changed = limits_of(limits);
    if (!set_limit(changed, view(name), view(value))) return FLATLINE_BAD_ARGUMENT;
    set_limits(*limits, changed);
    return FLATLINE_OK;
}

flatline_status flatline_limits_get(const flatline_limits* limits, const char* name,
                                    double* value) {
    if (limits == nullptr || value == nullptr) return FLATLINE_BAD_ARGUMENT;
    const Limits all = limits_of(limits);
    for (const LimitRow& row : limit_rows()) {
        if (row.name != view(name)) continue;
        *value = row.real != nullptr ? all.*row.real : static_cast<double>(all.*row.count);
        return FLATLINE_OK;
    }
    return FLATLINE_BAD_ARGUMENT;
}

namespace {

template <class Row>
const char* word_of(View<Row> rows, size_t i, std::string_view Row::*word) noexcept {
    return i < rows.size() ? literal(rows[i].*word) : nullptr;
}

}  // namespace

const char* flatline_limit_name(size_t i) { return word_of(limit_rows(), i, &LimitRow::name); }

const char* flatline_limit_unit(size_t i) { return word_of(limit_rows(), i, &LimitRow::unit); }

const char* flatline_limit_reason(size_t i) { return word_of(limit_rows(), i, &LimitRow::reason); }

uint64_t flatline_limit_ceiling(size_t i) {
    const auto rows = limit_rows();
    return i < rows.size() ? rows[i].ceiling : 0;
}

flatline_work flatline_work_of_file(const flatline_limits* limits, uint64_t bytes) {
    return work_of_file(limits_of(limits), bytes);
}

const char* flatline_limit_preset_name(size_t i) {
    return word_of(limit_presets(), i, &LimitPreset::name);
}

const char* flatline_limit_preset_meaning(size_t i) {
    return word_of(limit_presets(), i, &LimitPreset::meaning);
}

// ---- Buffers -----------------------------------------------------------------------------------

flatline_buffer flatline_buffer_allocate(size_t size) { return hand_over(Buffer::allocate(size)); }

flatline_buffer flatline_buffer_copy(const void* bytes, size_t size) {
    if (bytes == nullptr) return {};
    return hand_over(Buffer::copy_of({static_cast<const unsigned char*>(bytes), size}));
}

void flatline_buffer_free(flatline_buffer* buffer) {
    if (buffer == nullptr) return;
    if (buffer->data != nullptr && buffer->release != nullptr) {
        buffer->release(buffer->context, buffer->data, buffer->size);
    }
    *buffer = {};
}
