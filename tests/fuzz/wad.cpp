// Fuzzer of WAD directories and map grouping: any bytes as a file, alone or in a packed tree, then
// a walk over every name, offset, size and finding that the archive publishes. The first byte
// chooses the limits, how the file is reached and how it lies.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "archive/names.hpp"
#include "fuzz/harness/promise.hpp"
#include "model/archive.hpp"
#include "model/archive_map.hpp"
#include "model/load.hpp"
#include "support/lump_bytes.hpp"

namespace {

using namespace flatline::engine;
using fuzz::Content;
using fuzz::require;

/// A file that may lie about its size and give less than it is asked for.
struct LyingContent : Content {
    using Content::Content;

    std::uint64_t claimed = 0;
    std::uint64_t most = UINT64_MAX;  ///< bytes that one read gives
};

class FuzzFile final : public File {
public:
    explicit FuzzFile(std::shared_ptr<const LyingContent> content) : content_(std::move(content)) {}
    std::uint64_t size() const noexcept override { return content_->claimed; }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset >= content_->size) return 0;
        const std::uint64_t count = std::min({size, content_->most, content_->size - offset});
        std::memcpy(out, content_->bytes.get() + offset, count);
        return count;
    }

private:
    std::shared_ptr<const LyingContent> content_;
};

class FuzzSource final : public Source {
public:
    explicit FuzzSource(std::shared_ptr<const LyingContent> content)
        : content_(std::move(content)) {}
    bool list(std::uint64_t limit, Entries& entries) noexcept override {
        for (const char* path : {"maps/map01.wad", "b.wad", "maps/c.map", "d.udmf"}) {
            entries.add(path, content_->claimed);
        }
        return entries.view().size() <= limit;
    }
    std::unique_ptr<File> open(std::string_view) noexcept override {
        return std::make_unique<FuzzFile>(content_);
    }

private:
    std::shared_ptr<const LyingContent> content_;
};

Limits limits_of(std::uint8_t choice) {
    Limits limits;
    if ((choice & 1) != 0) {
        limits.archive_entries = 6;
        limits.findings = 3;
        limits.inflated_bytes = 100;
        limits.container_bytes = 300;
    }
    limits.arena_bytes = 16u << 20;
    return limits;
}

void check_findings(const Archive& archive, const LyingContent& content, const Limits& limits) {
    const std::uint64_t notes = archive.finding_count(Severity::note);
    const std::uint64_t lines =
        archive.finding_count(Severity::warning) + archive.finding_count(Severity::error);
    require(archive.findings().size() ==
                std::min(notes, limits.findings) + std::min(lines, limits.finding_lines),
            "findings are counted");
    require(!archive.broken() || archive.finding_count(Severity::error) != 0,
            "broken has a reason");
    for (const ArchiveFinding& f : archive.findings()) {
        require(f.finding.rule < rule_rows().size(), "rule");
        require(f.map.empty() || archive.find(f.map) != nullptr, "finding names a map");
        require(f.finding.offset == FLATLINE_NO_OFFSET || f.finding.offset <= content.claimed,
                "finding lies in the file");
        char sentence[64];
        describe(f.finding, "", sentence, sizeof sentence);
    }
}

void check_map(Archive& archive, std::size_t index, const LyingContent& content) {
    const MapEntry& map = archive.maps()[index];
    require(!map.lumps.empty(), "a map has lumps");
    for (const MapLump& lump : map.lumps) {
        require(lump.name.size() <= 8 && lump.name.find('\0') == std::string::npos, "lump name");
        require(!lump.readable || lump.size == 0 ||
                    (lump.size <= content.claimed && lump.offset <= content.claimed - lump.size),
                "readable lumps lie in the file");
        FindingList findings;
        const Buffer bytes = testing_support::lump_bytes(archive, index, lump, findings);
        if (bytes.data() == nullptr) {
            require(findings.total() == 1, "an unread lump has a finding");
            continue;
        }
        require(findings.total() == 0 && bytes.size() == lump.size, "all of a lump is read");
        require(lump.size == 0 || (lump.offset + lump.size <= content.size &&
                                   std::memcmp(bytes.data(), content.bytes.get() + lump.offset,
                                               bytes.size()) == 0),
                "the bytes of a lump are the file's");
    }
    if (map.format == MapFormat::udmf) {
        require(map.lump("textmap", false) != nullptr, "a UDMF map has a TEXTMAP");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::uint8_t choice = data[0];
    const auto content = std::make_shared<LyingContent>(data + 1, size - 1);
    content->claimed = content->size;
    if ((choice & 4) != 0) content->claimed += 1;
    if ((choice & 8) != 0) content->claimed -= content->claimed != 0 ? 1u : 0u;
    if ((choice & 16) != 0) content->claimed = 1ull << 30;
    if ((choice & 32) != 0) content->most = 3;

    const Limits limits = limits_of(choice);
    Archive archive =
        (choice & 2) != 0
            ? Archive::from_source(std::make_unique<FuzzSource>(content), limits)
            : Archive::from_file(std::make_unique<FuzzFile>(content), "a.wad", limits);
    check_findings(archive, *content, limits);

    std::set<std::string> names;
    LoadOptions options;
    options.limits = limits;
    Loader loader;
    for (std::size_t i = 0; i < archive.maps().size(); ++i) {
        const MapEntry& map = archive.maps()[i];
        std::string folded = map.name;
        for (char& c : folded) c = archive::to_upper(c);
        require(names.insert(folded).second, "names are unique without case");
        require(archive.find(map.name) == &map, "find finds by name");
        check_map(archive, i, *content);
        // The reader has a fuzzer of its own: a few loads are enough here.
        if (i >= 4) continue;
        const LoadResult<flatline::engine::Map> result = load_map(archive, i, loader, options);
        require(result.status != Status::refused || result.findings.errors() != 0,
                "a refusal has a reason");
    }
    return 0;
}
