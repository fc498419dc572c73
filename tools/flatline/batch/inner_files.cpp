#include "batch/inner_files.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "args.hpp"
#include "report/make.hpp"
#include "report/report.hpp"
#include "sha256.hpp"

namespace flatline::engine::tool {
namespace {

/// Nothing where the file cannot be read to its end.
std::optional<FileDigest> digest_of_inner(Source& source, std::string_view path) {
    const std::unique_ptr<File> file = source.open(path);
    if (file == nullptr) return std::nullopt;
    constexpr std::size_t kBlock = 1u << 18;
    const std::unique_ptr<char[]> block(new char[kBlock]);
    Sha256 hash;
    FileDigest digest;
    while (const std::uint64_t got = file->read_at(digest.bytes, block.get(), kBlock)) {
        hash.add({block.get(), static_cast<std::size_t>(got)});
        digest.bytes += got;
    }
    if (digest.bytes != file->size() || source.is_damaged(path)) return std::nullopt;
    digest.sha256 = hash.finish();
    return digest;
}

}  // namespace

TwinScope scope_of_inner_twins(const Arguments& args) {
    // Maps of equal files have other names, so --map may want one and not the other.
    if (!args.batch.dedupe || args.map) return TwinScope::none;
    const bool apart = !args.batch.output_dir.empty() || !args.resources.empty();
    return apart ? TwinScope::archive : TwinScope::run;
}

InnerFiles::InnerFiles(Document& document, TwinScope scope, Twins* earlier, std::size_t index)
    : document_(document), earlier_(earlier), index_(index) {
    const Archive* const archive = document.archive();
    const bool has_files = archive != nullptr && document.archive()->source() != nullptr;
    if (scope == TwinScope::none || !has_files) return;
    std::unordered_map<std::string_view, std::size_t> numbers;
    for (const MapEntry& map : archive->maps()) {
        const auto [at, is_new] = numbers.try_emplace(map.path, places_.size());
        if (is_new) places_.emplace_back().file.path = document.path_of(map.path);
        ++places_[at->second].left;
        place_of_.push_back(at->second);
    }
}

bool InnerFiles::is_twin(std::size_t map) {
    if (place_of_.empty()) return false;
    Place& place = places_[place_of_[map]];
    if (!std::exchange(place.is_read, true)) read(place, document_.maps()[map].path);
    return place.file.is_skipped;
}

void InnerFiles::read(Place& place, std::string_view path) {
    std::optional<FileDigest> digest = digest_of_inner(*document_.archive()->source(), path);
    if (!digest) return;
    place.file.digest = std::move(*digest);
    place.file.is_skipped = is_known(place.file.digest.sha256);
}

bool InnerFiles::is_known(const std::string& sha256) {
    return reported_.count(sha256) != 0 ||
           (earlier_ != nullptr && earlier_->has_reported(sha256, index_));
}

void InnerFiles::tell(std::size_t map) {
    if (place_of_.empty()) return;
    Place& place = places_[place_of_[map]];
    if (--place.left != 0 || place.file.digest.sha256.empty()) return;
    place.file.is_reported = true;
    reported_.emplace(place.file.digest.sha256, true);
    if (earlier_ != nullptr) earlier_->tell(place.file.digest.sha256, index_);
}

std::vector<InnerFile> InnerFiles::take() {
    std::vector<InnerFile> files;
    for (Place& place : places_) {
        if (!place.file.digest.sha256.empty()) files.push_back(std::move(place.file));
    }
    return files;
}

void note_inner_twins(FileReport& report, FirstFiles& reported) {
    std::vector<InnerFile> twins;
    for (InnerFile& file : report.inner) {
        const std::string* const first =
            reported.first(file.digest.sha256, file.path, file.is_reported);
        if (first != nullptr) {
            file.same_as = *first;
            const auto is_own = [&](const auto& said) { return said.file == file.path; };
            std::erase_if(report.maps, is_own);
            drop_findings(report.findings, report.tally, is_own);
            twins.push_back(std::move(file));
        } else if (file.is_skipped) {
            // The work on the earlier one failed, and this one was not looked at.
            FileReport failed =
                report_on_container(Document::unusable(file.path, Rule::out_of_memory));
            for (ReportedFinding& finding : failed.findings) {
                report.tally.add(finding.severity);
                report.findings.push_back(std::move(finding));
            }
            report.container_error = true;
        }
    }
    report.inner = std::move(twins);
}

}  // namespace flatline::engine::tool
