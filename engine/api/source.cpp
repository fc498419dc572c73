#include "api/source.hpp"

#include <algorithm>
#include <new>

#include "model/findings.hpp"

namespace flatline::engine::capi {

namespace {

// Why the host cannot open a file.
Finding reason_of(const flatline_source& host, std::uint64_t number) noexcept {
    const Finding usual = make_finding(Rule::file_unreadable);
    Finding problem = usual;
    if (host.reason != nullptr) host.reason(host.context, number, &problem);
    return is_finding(problem) ? problem : usual;
}

}  // namespace

std::uint64_t HostFile::read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept {
    return std::min(host_.read(host_.context, number_, offset, out, size), size);
}

HostFile::~HostFile() {
    if (host_.close != nullptr) host_.close(host_.context, number_);
    if (is_whole_) release(host_);
}

std::unique_ptr<File> HostFile::open(const flatline_source& host, std::uint64_t number,
                                     bool is_whole, Finding& problem) noexcept {
    const bool is_open = host.open == nullptr || host.open(host.context, number) != 0;
    const std::uint64_t size = is_open ? host.size(host.context, number) : FLATLINE_NO_FILE;
    std::unique_ptr<File> file;
    if (size == FLATLINE_NO_FILE) {
        problem = reason_of(host, number);
    } else {
        file.reset(new (std::nothrow) HostFile(host, number, size, is_whole));
        if (file != nullptr) return file;
        problem = make_finding(Rule::out_of_memory);
    }
    if (is_open && host.close != nullptr) host.close(host.context, number);
    if (is_whole) release(host);
    return file;
}

bool HostSource::list(std::uint64_t limit, Entries& entries) noexcept {
    // The first whole listing stays: a later one may end at a lower limit.
    if (!is_listed_) files_.truncate(0);
    for (std::uint64_t i = 0;; ++i) {
        const char* path = host_.list(host_.context, i);
        if (path == nullptr) break;
        if (i == limit) return false;
        std::string_view kept;
        if (!entries.add(path, host_.size(host_.context, i)) ||
            (!is_listed_ && (!kept_.keep(path, kept) || !files_.push({kept, i})))) {
            entries.set_out_of_memory();
            return true;
        }
    }
    if (is_listed_) return true;
    std::sort(files_.begin(), files_.end(), [](const Numbered& a, const Numbered& b) {
        return a.path != b.path ? a.path < b.path : a.number < b.number;
    });
    is_listed_ = true;
    return true;
}

std::uint64_t HostSource::number_of(std::string_view path) const noexcept {
    const Numbered* const found = std::lower_bound(
        files_.begin(), files_.end(), path,
        [](const Numbered& own, std::string_view wanted) { return own.path < wanted; });
    return found != files_.end() && found->path == path ? found->number : kNoNumber;
}

std::unique_ptr<File> HostSource::open(std::string_view path) noexcept {
    problem_ = make_finding(Rule::file_unreadable);
    const std::uint64_t number = number_of(path);
    return number != kNoNumber ? HostFile::open(host_, number, false, problem_) : nullptr;
}

Finding HostSource::reason(std::string_view path) const noexcept {
    const std::uint64_t number = number_of(path);
    const bool is_host = problem_.rule != static_cast<std::uint16_t>(Rule::out_of_memory);
    return is_host && number != kNoNumber ? reason_of(host_, number) : problem_;
}

void HostSource::report(Report each, void* context) const noexcept {
    if (host_.report == nullptr) return;
    struct Receiver {
        Report each;
        void* context;
    } receiver{each, context};
    host_.report(
        host_.context,
        [](void* to, const char* path, const flatline_finding* finding) {
            const auto& own = *static_cast<const Receiver*>(to);
            if (finding != nullptr && is_finding(*finding)) {
                own.each(own.context, view(path), *finding);
            }
        },
        &receiver);
}

bool HostSource::is_damaged(std::string_view path) const noexcept {
    const std::uint64_t number = number_of(path);
    return host_.is_damaged != nullptr && number != kNoNumber &&
           host_.is_damaged(host_.context, number) != 0;
}

}  // namespace flatline::engine::capi
