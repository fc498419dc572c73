#include "targets/targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "control/nearest.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::string_view kAll = "all";

std::vector<std::string_view> known_words() {
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < kPortCount; ++i) words.push_back(port_name(static_cast<Port>(i)));
    words.push_back(kAll);
    return words;
}

/// True where a load or check was ended, so that what it found is not all.
template <class Made>
bool was_ended(const Made& made) {
    return made.status == Status::cancelled || made.findings.rules().has(Rule::limit_file_work);
}

}  // namespace

std::vector<Port> ports_of(const std::vector<std::string>& words, std::string& wrong) {
    bool chosen[kPortCount] = {};
    const std::vector<std::string_view> known = known_words();
    for (const std::string& list : words) {
        for (std::size_t first = 0; first <= list.size();) {
            const std::size_t end = std::min(list.find(',', first), list.size());
            const std::string_view word = std::string_view(list).substr(first, end - first);
            const auto found = std::find(known.begin(), known.end(), word);
            if (found == known.end()) {
                wrong = fmt::format("--target: no port is called '{}'{}", printable(word),
                                    nearest(word, known, [](std::string_view w) { return w; }));
            } else if (*found == kAll) {
                std::fill(std::begin(chosen), std::end(chosen), true);
            } else {
                chosen[found - known.begin()] = true;
            }
            first = end + 1;
        }
    }
    std::vector<Port> ports;
    for (std::size_t i = 0; i < kPortCount; ++i) {
        if (chosen[i]) ports.push_back(static_cast<Port>(i));
    }
    return ports;
}

std::vector<PortVerdict> verdicts_on(const Session& session, const MapWork& work) {
    const bool none = session.is_doom3() || session.status == MapStatus::unsupported;
    if (work.args.targets.empty() || none) return {};
    if (was_ended(session.result) || was_ended(session.check)) return {};
    Document& document = work.document;
    const MapEntry& entry = *session.entry;
    VerdictInput input;
    input.entry = &entry;
    const auto take = [&](const LoadResult<Map>& loaded, const FindingList& checked) {
        input.load = &loaded.findings;
        input.check = &checked;
        if (loaded) input.map = &loaded.value;
    };
    take(session.result, session.check.findings);
    LoadResult<Map> repaired;
    Result<CheckReport> checked;
    if (session.status == MapStatus::refused) {
        MapWork again = work;
        again.beside = session.result.text.size();
        LoadOptions options = again.load_options();
        options.repair = Repair::repair;
        options.strict = false;
        repaired = document.load(work.map, *work.loader, options);
        if (repaired) {
            checked = again.check(repaired.value);
            take(repaired, checked.findings);
        } else if (entry.format == MapFormat::udmf) {
            input.text = document.text_of_refused(session.result);
        }
        if (was_ended(repaired) || was_ended(checked)) return {};
    }
    const std::vector<StoredLump> stored = document.lumps_behind(work.map);
    std::vector<VerdictLump> lumps;
    lumps.reserve(stored.size());
    for (const StoredLump& lump : stored) lumps.push_back({lump.name, lump.bytes.bytes()});
    input.lumps = {lumps.data(), lumps.size()};
    Buffer znodes, nodes, ssectors;
    if (entry.format == MapFormat::udmf) {
        znodes = document.read_lump(work.map, "ZNODES", false);
    } else {
        nodes = document.read_lump(work.map, "NODES", false);
        ssectors = document.read_lump(work.map, "SSECTORS", false);
    }
    input.znodes = znodes.bytes();
    input.nodes = nodes.bytes();
    input.ssectors = ssectors.bytes();

    const Verdicts verdicts = judge(input);
    std::vector<PortVerdict> made;
    for (const Port port : work.args.targets) {
        made.push_back({port, verdicts[port].judgement, verdicts[port].rule});
    }
    return made;
}

}  // namespace flatline::engine::tool
