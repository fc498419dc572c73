// The C functions of flatline.h that write.
#include <new>

#include "api/capi.hpp"
#include "flatline/write.hpp"

using flatline::capi::take;

struct flatline_written {
    flatline::WriteResult result;
};

namespace {

static_assert(FLATLINE_STYLE_COMPACT == static_cast<int>(flatline::TextStyle::compact));

// A sink of C as one of C++; `context` is the flatline_sink.
bool pass_on(void* context, const unsigned char* bytes, std::size_t size) noexcept {
    const auto& sink = *static_cast<const flatline_sink*>(context);
    return sink.write != nullptr && sink.write(sink.context, bytes, size) != 0;
}
flatline::Sink sink_of(const flatline_sink* sink) noexcept {
    return {pass_on, const_cast<flatline_sink*>(sink)};
}

// Writes by `write` and gives the result to the caller, where it wants it.
template <class Write>
flatline_status keep(flatline_written** written, const Write& write) noexcept {
    if (written == nullptr) return static_cast<flatline_status>(write().status);
    auto* kept = new (std::nothrow) flatline_written;
    if (kept == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *written = kept;
    kept->result = write();
    return static_cast<flatline_status>(kept->result.status);
}

}  // namespace

void flatline_written_free(flatline_written* written) { delete written; }

uint64_t flatline_written_bytes(const flatline_written* written) {
    return written != nullptr ? written->result.bytes : 0;
}

const flatline_finding* flatline_written_findings(const flatline_written* written, size_t* count) {
    return flatline::capi::findings_of(written != nullptr ? &written->result.findings : nullptr,
                                       count);
}

flatline_status flatline_write_textmap(const flatline_map* map, const flatline_sink* sink,
                                       const flatline_textmap_options* options,
                                       flatline_written** written) {
    if (written != nullptr) *written = nullptr;
    flatline_textmap_options given = FLATLINE_TEXTMAP_OPTIONS_INIT;
    if (map == nullptr || sink == nullptr || !take(options, given) ||
        given.style > FLATLINE_STYLE_COMPACT) {
        return FLATLINE_BAD_ARGUMENT;
    }
    flatline::TextmapOptions taken;
    taken.style = static_cast<flatline::TextStyle>(given.style);
    return keep(written,
                [&] { return flatline::write_textmap(map->result.value, sink_of(sink), taken); });
}
