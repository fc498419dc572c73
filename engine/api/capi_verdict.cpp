// The C functions of c_verdict.h: what each port would make of a map.
#include "api/capi.hpp"
#include "flatline/archive.hpp"
#include "flatline/verdict.hpp"

using flatline::Judgement;
using flatline::Port;
using flatline::capi::literal;

static_assert(FLATLINE_PORT_GZDOOM == static_cast<int>(Port::gzdoom) &&
              FLATLINE_PORT_SRB2 == static_cast<int>(Port::srb2) &&
              FLATLINE_PORT_DSDA == static_cast<int>(Port::dsda) &&
              FLATLINE_PORT_WOOF == static_cast<int>(Port::woof) &&
              FLATLINE_PORT_ETERNITY == static_cast<int>(Port::eternity) &&
              FLATLINE_PORT_ZDBSP == static_cast<int>(Port::zdbsp) &&
              FLATLINE_PORTS == flatline::kPortCount);
static_assert(FLATLINE_LOADS == static_cast<int>(Judgement::loads) &&
              FLATLINE_REPAIRS == static_cast<int>(Judgement::repairs) &&
              FLATLINE_UNKNOWN_VERDICT == static_cast<int>(Judgement::unknown) &&
              FLATLINE_UNDEFINED == static_cast<int>(Judgement::undefined) &&
              FLATLINE_REFUSES == static_cast<int>(Judgement::refuses));

namespace {

bool read_bytes(const void* data, size_t size, flatline::Bytes& to) noexcept {
    to = {static_cast<const unsigned char*>(data), size};
    return data != nullptr || size == 0;
}

// False for options that no version of the header can have made. `to` refers to `given`.
bool read_options(const flatline_verdict_options& given, flatline::VerdictInput& to) noexcept {
    if (given.archive != nullptr) {
        const auto& maps = given.archive->archive.maps();
        if (given.archive_map >= maps.size()) return false;
        to.entry = &maps[given.archive_map];
    }
    if (given.report != nullptr) to.check = &given.report->result.findings;
    return read_bytes(given.znodes, given.znodes_size, to.znodes) &&
           read_bytes(given.nodes, given.nodes_size, to.nodes) &&
           read_bytes(given.ssectors, given.ssectors_size, to.ssectors);
}

}  // namespace

flatline_status flatline_judge(const flatline_map* map, const flatline_verdict_options* options,
                               flatline_verdict verdicts[FLATLINE_PORTS]) {
    flatline_verdict_options given = FLATLINE_VERDICT_OPTIONS_INIT;
    flatline::VerdictInput input;
    if (map == nullptr || verdicts == nullptr || !flatline::capi::take(options, given) ||
        !read_options(given, input)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    input.load = &map->result.findings;
    if (map->result.status == flatline::Status::ok) {
        input.map = &map->result.value;
    } else {
        input.text = flatline::capi::text_of(map);
        if (input.text.empty()) input.format = flatline::MapFormat::doom;
    }
    const flatline::Verdicts judged = flatline::judge(input);
    for (std::size_t i = 0; i < flatline::kPortCount; ++i) {
        const flatline::Verdict& from = judged.of[i];
        verdicts[i] = {literal(from.rule), literal(from.document), literal(from.section),
                       static_cast<uint8_t>(from.judgement)};
    }
    return FLATLINE_OK;
}

flatline_verdict_row flatline_verdict_table(size_t i) {
    const auto rows = flatline::verdict_rows();
    if (i >= rows.size()) return {};
    const flatline::VerdictRow& from = rows[i];
    flatline_verdict_row row = {literal(from.rule),
                                literal(from.detail),
                                literal(from.document),
                                literal(from.section),
                                {}};
    for (std::size_t port = 0; port < flatline::kPortCount; ++port) {
        row.judgements[port] = static_cast<uint8_t>(from.of[port]);
    }
    return row;
}

flatline_port_fact_row flatline_port_fact(size_t i) {
    const auto rows = flatline::port_fact_rows();
    if (i >= rows.size()) return {};
    return {literal(rows[i].id), literal(rows[i].sentence)};
}

const char* flatline_port_name(uint8_t port) {
    return literal(flatline::port_name(static_cast<Port>(port)));
}

const char* flatline_judgement_name(uint8_t judgement) {
    return literal(flatline::judgement_name(static_cast<Judgement>(judgement)));
}
