#include "versions/mended_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/make.hpp"
#include "session.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

/// The lumps of a map with their bytes; of a text by itself the text.
bool read_all(Document& document, MendedMap& map) {
    const MapEntry& entry = document.maps()[map.map];
    if (entry.bare) {
        map.stored.push_back({"TEXTMAP", document.read_lump(map.map, "TEXTMAP", false)});
        return true;
    }
    FindingList unread;
    map.stored = document.read_lumps(map.map, unread);
    return unread.total() == 0;
}

void mend(const Arguments& args, Document& document, MendedMap& map, Loader& loader, Watch& watch) {
    const MapEntry& entry = document.maps()[map.map];
    std::vector<LumpView> lumps;
    const bool complete = read_all(document, map);
    for (const StoredLump& lump : map.stored) lumps.push_back({lump.name, lump.bytes.bytes()});
    FixOptions options;
    options.load = args.load;
    options.load.progress = watch.of_load();
    options.check.progress = watch.of_rest();
    options.check.entry = &entry;
    options.check.game = args.game;
    options.rules = args.fix.rules;
    options.unsafe = args.fix.unsafe;
    if (complete) map.fixed = fix({lumps.data(), lumps.size()}, options);
    map.refused = !complete || !map.fixed;
    if (!map.refused) return;
    const Session session =
        load_session(document, map.map, loader, args, Rules::load, nullptr, &watch);
    map.refusal = report_on_map(document, session);
}

}  // namespace

bool MendedFile::changed() const {
    return std::any_of(maps.begin(), maps.end(),
                       [](const MendedMap& map) { return map.changed(); });
}

Buffer MendedFile::old_bytes() const {
    FindingList findings;
    Archive* const archive = document_.archive();
    if (archive == nullptr) return document_.read_lump(maps.front().map, "TEXTMAP", false);
    return archive->read_file(maps.front().map, findings);
}

std::string MendedFile::write(const Sink& sink) const {
    if (!changed()) {
        const Buffer bytes = old_bytes();
        if (bytes.data() == nullptr) return "it cannot be read";
        return sink.write(sink.context, bytes.data(), bytes.size()) ? "" : "it cannot be written";
    }
    if (document_.maps()[maps.front().map].bare) {
        const Bytes text = maps.front().lumps()[0].bytes;
        return sink.write(sink.context, text.data(), text.size()) ? "" : "it cannot be written";
    }
    std::vector<WrittenMap> changed_maps;
    for (const MendedMap& map : maps) {
        if (map.changed()) changed_maps.push_back({map.map, map.lumps(), {}});
    }
    const WriteResult result =
        write_wad(*document_.archive(), {changed_maps.data(), changed_maps.size()}, sink);
    if (result) return "";
    if (result.findings.kept().empty()) return "it cannot be written";
    char why[256];
    const std::size_t size = describe(result.findings.kept()[0], {}, why, sizeof why);
    return {why, std::min(size, sizeof why)};
}

std::unique_ptr<MendedInput> mend_input(const Input& input, const Arguments& args, Loader& loader,
                                        Watch& watch) {
    auto mended = std::make_unique<MendedInput>();
    Document& document = mended->document;
    document = Document::open(input, args.load.limits, args.batch);
    mended->passed_over = input.walked && document.is_passed_over();
    if (mended->passed_over) return mended;
    watch.start();
    const bool packed = document.archive() != nullptr && document.archive()->source() != nullptr &&
                        document.archive()->source()->packed();
    const bool is_file = document.path() != kStandardInput && !packed;
    for (std::size_t i = 0; i < document.maps().size(); ++i) {
        const MapEntry& entry = document.maps()[i];
        if (!is_wanted(args, entry)) continue;
        if (!entry.supported || entry.format == MapFormat::doom3) continue;
        const std::string name = document.path_of(entry.path);
        if (mended->files.empty() || mended->files.back().name != name) {
            mended->files.emplace_back(document, name, is_file ? name : std::string());
        }
        std::vector<MendedMap>& maps = mended->files.back().maps;
        maps.emplace_back();
        maps.back().map = i;
        maps.back().name = entry.name;
        mend(args, document, maps.back(), loader, watch);
    }
    return mended;
}

}  // namespace flatline::engine::tool
