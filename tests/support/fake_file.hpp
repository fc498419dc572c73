// Files and trees in memory that misbehave on demand.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/archive.hpp"
#include "model/load.hpp"

namespace testing_support {

/// How a file misbehaves. Kept by pointer, so that a test can change it while the file is open.
struct Faults {
    static constexpr std::uint64_t kNever = UINT64_MAX;

    std::int64_t size_lie = 0;          ///< added to the size that is claimed
    std::uint64_t most = kNever;        ///< bytes that one read gives
    std::uint64_t fail_from = kNever;   ///< number of the read that gives nothing
    std::uint64_t fail_count = kNever;  ///< how many reads in a row give nothing
    std::uint64_t cut_at = kNever;      ///< the file ends here, whatever its size says
    std::uint64_t reads = 0;            ///< counted
    std::uint64_t largest = 0;          ///< most bytes asked for at once
    std::uint64_t end_of_reads = 0;     ///< the highest place that was asked for
    std::uint64_t backward = 0;         ///< reads before the end of the read before
};

class FakeFile final : public flatline::engine::File {
public:
    explicit FakeFile(std::string bytes, std::shared_ptr<Faults> faults = nullptr)
        : bytes_(std::move(bytes)),
          faults_(faults != nullptr ? std::move(faults) : std::make_shared<Faults>()) {}

    std::uint64_t size() const noexcept override {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(bytes_.size()) +
                                          faults_->size_lie);
    }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        const std::uint64_t number = faults_->reads++;
        faults_->largest = std::max(faults_->largest, size);
        faults_->end_of_reads = std::max(faults_->end_of_reads, offset + size);
        faults_->backward += offset < at_ ? 1 : 0;
        if (number >= faults_->fail_from && number - faults_->fail_from < faults_->fail_count) {
            return 0;
        }
        const std::uint64_t end = std::min<std::uint64_t>(bytes_.size(), faults_->cut_at);
        if (offset >= end) return 0;
        const std::uint64_t count = std::min({size, faults_->most, end - offset});
        std::memcpy(out, bytes_.data() + offset, count);
        at_ = offset + count;
        return count;
    }

private:
    std::string bytes_;
    std::shared_ptr<Faults> faults_;
    std::uint64_t at_ = 0;
};

/// A tree of such files. A file whose content is kClosed cannot be opened.
class FakeSource final : public flatline::engine::Source {
public:
    static constexpr std::string_view kClosed = "(closed)";

    explicit FakeSource(std::vector<std::pair<std::string, std::string>> files,
                        bool is_packed = true, std::shared_ptr<Faults> faults = nullptr)
        : files_(std::move(files)), is_packed_(is_packed), faults_(std::move(faults)) {}

    bool packed() const noexcept override { return is_packed_; }
    bool list(std::uint64_t limit, Entries& entries) noexcept override {
        if (files_.size() > limit) return false;
        for (const auto& [path, bytes] : files_) entries.add(path, bytes.size());
        return true;
    }
    std::unique_ptr<flatline::engine::File> open(std::string_view path) noexcept override {
        for (const auto& [own, bytes] : files_) {
            if (own != path) continue;
            if (bytes == kClosed) return nullptr;
            return std::make_unique<FakeFile>(bytes, faults_);
        }
        return nullptr;
    }

private:
    std::vector<std::pair<std::string, std::string>> files_;
    bool is_packed_;
    std::shared_ptr<Faults> faults_;
};

inline flatline::engine::Archive open_bytes(std::string bytes, std::string_view name = "a.wad",
                                            const flatline::engine::Limits& limits = {},
                                            std::shared_ptr<Faults> faults = nullptr) {
    return flatline::engine::Archive::from_file(
        std::make_unique<FakeFile>(std::move(bytes), std::move(faults)), name, limits);
}

inline flatline::engine::Archive open_tree(std::vector<std::pair<std::string, std::string>> files,
                                           const flatline::engine::Limits& limits = {},
                                           bool is_packed = true,
                                           std::shared_ptr<Faults> faults = nullptr) {
    return flatline::engine::Archive::from_source(
        std::make_unique<FakeSource>(std::move(files), is_packed, std::move(faults)), limits);
}

/// "rule path map" of each finding, sorted, one a line.
inline std::string finding_lines(const flatline::engine::Archive& archive) {
    std::vector<std::string> lines;
    for (const flatline::engine::ArchiveFinding& f : archive.findings()) {
        std::string line(flatline::engine::rule_rows()[f.finding.rule].id);
        if (!f.path.empty()) line += " " + std::string(f.path);
        if (!f.map.empty()) line += " " + std::string(f.map);
        lines.push_back(line + "\n");
    }
    std::sort(lines.begin(), lines.end());
    std::string out;
    for (const std::string& line : lines) out += line;
    return out;
}

/// "name format lumps" of each map, one a line; the path in front where there is one.
inline std::string map_lines(const flatline::engine::Archive& archive) {
    std::string out;
    for (const flatline::engine::MapEntry& map : archive.maps()) {
        if (!map.path.empty()) out += std::string(map.path) + ": ";
        out += std::string(map.name) + " " +
               std::string(flatline::engine::map_format_name(map.format)) + " ";
        for (const flatline::engine::MapLump& lump : map.lumps) {
            if (&lump != &map.lumps[0]) out += ",";
            out += lump.name;
        }
        out += "\n";
    }
    return out;
}

/// "rule" of each finding of a refused load.
inline std::string refusal_lines(
    const flatline::engine::LoadResult<flatline::engine::Map>& result) {
    std::string out;
    for (const flatline::engine::Finding& f : result.findings.kept()) {
        out += std::string(flatline::engine::rule_rows()[f.rule].id) + "\n";
    }
    return out;
}

}  // namespace testing_support
