#include "batch/results.hpp"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>

#include "files.hpp"
#include "input_file.hpp"
#include "new_file.hpp"
#include "platform.hpp"
#include "report/json_lines.hpp"

namespace flatline::engine::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kResultHead = R"({"type":"file","file":)";
constexpr std::string_view kKeyHead = "flatline results ";

bool is_earlier_result(const std::string& path) {
    return first_bytes(path, kResultHead.size()) == kResultHead;
}
bool is_earlier_key(const std::string& path) {
    return first_bytes(path, kKeyHead.size()) == kKeyHead;
}

/// Writes a file, whole or not at all; "" or what is wrong.
std::string place_result(const WantedFile& wanted, std::string_view bytes, bool force) {
    NewFile file(wanted, force);
    file.write(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    if (file.commit()) return "";
    return fmt::format("cannot write {}: {}", printable(wanted.path), std::strerror(file.error()));
}

/// The number after `"name":` in a line of results; 0 where it is not there. No string has these
/// bytes, because a quote in a string has a backslash before it.
std::uint64_t member_of(std::string_view line, std::string_view name) {
    const std::string key = fmt::format(",\"{}\":", name);
    const std::size_t at = line.rfind(key);
    std::uint64_t number = 0;
    if (at == line.npos) return number;
    const std::string_view rest = line.substr(at + key.size());
    std::from_chars(rest.data(), rest.data() + rest.size(), number);
    return number;
}

bool begins(std::string_view line, std::string_view head) {
    return line.substr(0, head.size()) == head;
}

/// A map row counts its own findings, kept or not; those about the file have none. A row with
/// same_as is that of a file in an archive.
void count_line(std::string_view line, ResultCounts& counts) {
    if (begins(line, R"({"type":"map",)")) {
        ++counts.maps;
        if (line.find(R"(,"status":"refused")") != line.npos) ++counts.refused;
        if (line.find(R"(,"status":"unsupported")") != line.npos) ++counts.unsupported;
        counts.errors += member_of(line, "errors");
        counts.warnings += member_of(line, "warnings");
    } else if (begins(line, kResultHead)) {
        if (line.find(R"(,"same_as":")") != line.npos) ++counts.same;
    } else if (begins(line, R"({"type":"finding",)") && line.find(R"(,"map":")") == line.npos) {
        const bool is_error = line.find(R"(,"severity":"error")") != line.npos;
        if (is_error) ++counts.errors;
        counts.container_error |= is_error;
        if (line.find(R"(,"severity":"warning")") != line.npos) ++counts.warnings;
    }
}

}  // namespace

ResultFolder::ResultFolder(const Arguments& args)
    : folder_(args.batch.output_dir),
      key_(args.batch.result_key),
      resume_(args.batch.resume),
      force_(args.force) {}

std::string ResultFolder::path_of_result(const std::string& sha256) const {
    return text_of(path_of(folder_) / (sha256 + ".jsonl"));
}

bool ResultFolder::has_own_key() const {
    const std::string path = text_of(path_of(folder_) / "flatline.key");
    const std::string wanted = fmt::format("{}{}\n", kKeyHead, key_);
    return first_bytes(path, wanted.size() + 1) == wanted;
}

std::optional<std::string> ResultFolder::open() {
    std::error_code error;
    fs::create_directories(path_of(folder_), error);
    if (error || !is_folder(folder_)) {
        return fmt::format("cannot make the folder {}: {}", printable(folder_),
                           error ? error.message() : "it is a file");
    }
    if (has_own_key()) return std::nullopt;
    const WantedFile wanted{text_of(path_of(folder_) / "flatline.key"), "--output-dir",
                            is_earlier_key};
    const std::string wrong = place_result(wanted, fmt::format("{}{}\n", kKeyHead, key_), force_);
    if (!wrong.empty()) return wrong;
    // File systems tell times in steps of some milliseconds: results shall be newer than the key.
    constexpr std::chrono::milliseconds kStep{25};
    std::this_thread::sleep_for(kStep);
    return std::nullopt;
}

std::optional<ResultCounts> ResultFolder::earlier(const std::string& sha256) const {
    if (!resume_) return std::nullopt;
    const fs::path result = path_of(path_of_result(sha256));
    std::error_code error;
    const auto written = fs::last_write_time(result, error);
    if (error) return std::nullopt;
    const auto key = fs::last_write_time(path_of(folder_) / "flatline.key", error);
    if (error || written <= key || !is_earlier_result(text_of(result))) return std::nullopt;
    InputFile file(text_of(result));
    std::string rest;
    std::string block(1u << 16, '\0');
    ResultCounts counts;
    for (std::size_t got = block.size(); got == block.size();) {
        got = file.read(block.data(), block.size());
        rest.append(block, 0, got);
        std::size_t begin = 0;
        for (std::size_t end = 0; (end = rest.find('\n', begin)) != rest.npos; begin = end + 1) {
            count_line(std::string_view(rest).substr(begin, end - begin), counts);
        }
        rest.erase(0, begin);
    }
    // Each line of a whole result ends.
    if (*file.wrong() != '\0' || !rest.empty()) return std::nullopt;
    return counts;
}

bool ResultFolder::write(const std::string& sha256, const std::string& rows) {
    if (!error_.empty()) return false;
    error_ =
        place_result({path_of_result(sha256), "--output-dir", is_earlier_result}, rows, force_);
    return error_.empty();
}

bool has_own_result(const FileReport& report) {
    return report.kind == FileKind::file && report.digest && !report.is_reported_elsewhere();
}

void ResultSink::file(const FileReport& report) {
    if (!has_own_result(report)) return rest_->file(report);
    std::string rows;
    {
        constexpr std::size_t kRowBytes = 1u << 12;
        Output out(
            [&rows](std::string_view bytes) {
                rows.append(bytes);
                return 0;
            },
            kRowBytes);
        JsonLinesSink(out, options_).file(report);
    }
    folder_.write(report.digest->sha256, rows);
}

}  // namespace flatline::engine::tool
