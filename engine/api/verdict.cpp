// The C functions of flatline.h: how each port would load a map.
#include "model/verdict.hpp"
#include <algorithm>
#include <cstddef>

#include "api/handle.hpp"
#include "model/archive.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

namespace {

// False for options that no version of the header can have made. `to` refers to `given`.
// `lumps` holds what `to` points to.
constexpr std::size_t kMostLumps = 64;
bool read_options(const flatline_verdict_options& given, VerdictLump (&lumps)[kMostLumps],
                  VerdictInput& to) noexcept {
    if (given.lumps == nullptr && given.lump_count != 0) return false;
    const std::size_t count = std::min(given.lump_count, kMostLumps);
    for (std::size_t i = 0; i < count; ++i) {
        const flatline_named_lump& from = given.lumps[i];
        if (!read_bytes(from.bytes, lumps[i].bytes)) return false;
        lumps[i].name = view(from.name);
    }
    to.lumps = {lumps, count};
    if (given.archive != nullptr) {
        const auto& maps = given.archive->value.maps();
        if (given.archive_map >= maps.size()) return false;
        to.entry = &maps[given.archive_map];
    }
    if (given.report != nullptr) to.check = &given.report->findings;
    return read_bytes(given.znodes, given.znodes_size, to.znodes) &&
           read_bytes(given.nodes, given.nodes_size, to.nodes) &&
           read_bytes(given.ssectors, given.ssectors_size, to.ssectors);
}

}  // namespace

flatline_status flatline_judge(const flatline_map* map, const flatline_verdict_options* options,
                               flatline_verdict verdicts[FLATLINE_PORTS]) {
    flatline_verdict_options given = FLATLINE_VERDICT_OPTIONS_INIT;
    VerdictInput input;
    VerdictLump lumps[kMostLumps];
    if (map == nullptr || verdicts == nullptr || !copy_options(options, given) ||
        !read_options(given, lumps, input)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    input.load = &map->findings;
    if (map->status == Status::ok) {
        input.map = &map->value;
    } else {
        input.text = text_of(map);
        if (input.text.empty()) input.format = MapFormat::doom;
    }
    const Verdicts judged = judge(input);
    for (std::size_t i = 0; i < kPortCount; ++i) {
        const Verdict& from = judged.of[i];
        verdicts[i] = {literal(from.rule), literal(from.document), literal(from.section),
                       static_cast<uint8_t>(from.judgement)};
    }
    return FLATLINE_OK;
}

flatline_verdict_row flatline_verdict_table(size_t i) {
    const auto rows = verdict_rows();
    if (i >= rows.size()) return {};
    const VerdictRow& from = rows[i];
    flatline_verdict_row row = {literal(from.rule),
                                literal(from.detail),
                                literal(from.document),
                                literal(from.section),
                                {}};
    for (std::size_t port = 0; port < kPortCount; ++port) {
        row.judgements[port] = static_cast<uint8_t>(from.of[port]);
    }
    return row;
}

flatline_port_fact_row flatline_port_fact(size_t i) {
    const auto rows = port_fact_rows();
    if (i >= rows.size()) return {};
    return {literal(rows[i].id), literal(rows[i].sentence)};
}

const char* flatline_port_name(uint8_t port) { return literal(port_name(static_cast<Port>(port))); }

const char* flatline_judgement_name(uint8_t judgement) {
    return literal(judgement_name(static_cast<Judgement>(judgement)));
}
