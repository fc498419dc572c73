// The C functions of c_core.h: version, status, limits, buffers.
#include "api/capi.hpp"
#include "flatline/limits.hpp"
#include "flatline/version.hpp"

using flatline::Limits;
using flatline::capi::limits_of;
using flatline::capi::literal;
using flatline::capi::view;

static_assert(FLATLINE_OK == static_cast<int>(flatline::Status::ok) &&
              FLATLINE_REFUSED == static_cast<int>(flatline::Status::refused) &&
              FLATLINE_OUT_OF_MEMORY == static_cast<int>(flatline::Status::out_of_memory) &&
              FLATLINE_CANCELLED == static_cast<int>(flatline::Status::cancelled));

namespace {

void set_limits(flatline_limits& to, const Limits& limits) noexcept {
    to = {};
    std::memcpy(to.storage, &limits, sizeof limits);
}

}  // namespace

const char* flatline_version(void) { return flatline::version().data(); }

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
    }
    return "";
}

// ---- Limits ------------------------------------------------------------------------------------

void flatline_limits_default(flatline_limits* limits) {
    if (limits != nullptr) set_limits(*limits, Limits{});
}

flatline_status flatline_limits_preset(flatline_limits* limits, const char* name) {
    if (limits == nullptr) return FLATLINE_BAD_ARGUMENT;
    for (const flatline::LimitPreset& preset : flatline::limit_presets()) {
        if (preset.name != view(name)) continue;
        set_limits(*limits, preset.limits);
        return FLATLINE_OK;
    }
    return FLATLINE_BAD_ARGUMENT;
}

flatline_status flatline_limits_set(flatline_limits* limits, const char* name, const char* value) {
    if (limits == nullptr) return FLATLINE_BAD_ARGUMENT;
    Limits changed = limits_of(*limits);
    if (!flatline::set_limit(changed, view(name), view(value))) return FLATLINE_BAD_ARGUMENT;
    set_limits(*limits, changed);
    return FLATLINE_OK;
}

flatline_status flatline_limits_get(const flatline_limits* limits, const char* name,
                                    double* value) {
    if (limits == nullptr || value == nullptr) return FLATLINE_BAD_ARGUMENT;
    const Limits all = limits_of(*limits);
    for (const flatline::LimitRow& row : flatline::limit_rows()) {
        if (row.name != view(name)) continue;
        *value = row.real != nullptr ? all.*row.real : static_cast<double>(all.*row.count);
        return FLATLINE_OK;
    }
    return FLATLINE_BAD_ARGUMENT;
}

namespace {

template <class Row>
const char* word_of(flatline::View<Row> rows, size_t i, std::string_view Row::*word) noexcept {
    return i < rows.size() ? literal(rows[i].*word) : nullptr;
}

}  // namespace

const char* flatline_limit_name(size_t i) {
    return word_of(flatline::limit_rows(), i, &flatline::LimitRow::name);
}

const char* flatline_limit_unit(size_t i) {
    return word_of(flatline::limit_rows(), i, &flatline::LimitRow::unit);
}

const char* flatline_limit_reason(size_t i) {
    return word_of(flatline::limit_rows(), i, &flatline::LimitRow::reason);
}

uint64_t flatline_limit_ceiling(size_t i) {
    const auto rows = flatline::limit_rows();
    return i < rows.size() ? rows[i].ceiling : 0;
}

flatline_work flatline_work_of_file(const flatline_limits* limits, uint64_t bytes) {
    const auto given = limits != nullptr ? flatline::capi::limits_of(*limits) : flatline::Limits();
    return flatline::work_of_file(given, bytes);
}

const char* flatline_limit_preset_name(size_t i) {
    return word_of(flatline::limit_presets(), i, &flatline::LimitPreset::name);
}

const char* flatline_limit_preset_meaning(size_t i) {
    return word_of(flatline::limit_presets(), i, &flatline::LimitPreset::meaning);
}

// ---- Buffers -----------------------------------------------------------------------------------

flatline_buffer flatline_buffer_allocate(size_t size) {
    return flatline::capi::hand_over(flatline::Buffer::allocate(size));
}

flatline_buffer flatline_buffer_copy(const void* bytes, size_t size) {
    if (bytes == nullptr) return {};
    return flatline::capi::hand_over(
        flatline::Buffer::copy_of({static_cast<const unsigned char*>(bytes), size}));
}

void flatline_buffer_free(flatline_buffer* buffer) {
    if (buffer == nullptr) return;
    if (buffer->data != nullptr && buffer->release != nullptr) {
        buffer->release(buffer->context, buffer->data, buffer->size);
    }
    *buffer = {};
}
