// Finds and loads the maps in a file system of the program's own, here files in memory.
// Run: maps/rooms.textmap maps/crate.map
#include <flatline/flatline.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using Files = std::map<std::string, std::string, std::less<>>;

class MemoryFile : public flatline::File {
public:
    explicit MemoryFile(const std::string& bytes) : bytes_(bytes) {}
    std::uint64_t size() const noexcept override { return bytes_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset >= bytes_.size()) return 0;
        return bytes_.copy(static_cast<char*>(out), size, offset);
    }

private:
    const std::string& bytes_;
};

constexpr std::size_t kMostFiles = 100'000;
constexpr const char* kLocked = "maps/locked.wad";  // stands for one that wants a password

// list() and open() are all that a tree must have; the rest says more where it can.
class MemoryTree : public flatline::Source {
public:
    explicit MemoryTree(const Files& files) : files_(files) {}
    bool packed() const noexcept override { return false; }  // any byte can be had at once
    std::uint64_t packed_bytes() const noexcept override { return 0; }  // no archive around it
    std::uint64_t kept_bytes() const noexcept override { return 0; }    // the host has the files
    bool list(std::uint64_t limit, Entries& entries) noexcept override {
        if (files_.size() >= limit) return false;
        for (const auto& [path, bytes] : files_) entries.add(path, bytes.size());
        entries.add(kLocked, 100);
        if (entries.out_of_memory()) return true;  // the archive says so
        // What this host wants to spend on one tree, whatever the limits are.
        if (entries.view().size() > kMostFiles) entries.set_out_of_memory();
        return true;
    }
    std::unique_ptr<flatline::File> open(std::string_view path) noexcept override {
        const auto found = files_.find(path);
        if (found == files_.end()) return nullptr;
        return std::make_unique<MemoryFile>(found->second);
    }
    flatline::Finding reason(std::string_view path) const noexcept override {
        if (path == kLocked) return flatline::make_finding(flatline::Rule::archive_encrypted);
        return Source::reason(path);
    }
    void report(Report add, void* context) const noexcept override {
        add(context, "maps/latest.wad", flatline::make_finding(flatline::Rule::archive_link));
    }
    bool is_damaged(std::string_view) const noexcept override { return false; }  // no checksums

private:
    const Files& files_;
};

void print_problems(const flatline::Archive& archive) {
    for (const flatline::ArchiveFinding& found : archive.findings()) {
        char sentence[200];
        const std::size_t size = flatline::describe(found.finding, {}, sentence, sizeof sentence);
        std::printf("%s: %.*s\n", found.path.empty() ? "archive" : found.path.c_str(),
                    static_cast<int>(std::min(size, sizeof sentence)), sentence);
    }
    std::printf("errors: %llu%s\n",
                static_cast<unsigned long long>(archive.finding_count(flatline::Severity::error)),
                archive.broken() ? ", no archive at all" : "");
}

bool load(flatline::Archive& archive, std::size_t i, flatline::Loader& loader,
          flatline::Doom3Loader& doom3_loader, flatline::Work& work) {
    const flatline::MapEntry& entry = archive.maps()[i];
    std::printf("%s in %s is %s: ", entry.name.c_str(), entry.path.c_str(),
                std::string(flatline::map_format_name(entry.format)).c_str());
    if (entry.format == flatline::MapFormat::doom3) {
        flatline::Doom3Options options;
        options.work = &work;  // all maps of the tree together do not take more
        auto result = flatline::load_doom3(archive, i, doom3_loader, options);
        if (!result) return false;
        std::printf("%zu entities\n", result.value.entities().size());
        doom3_loader.recycle(std::move(result.value));
        return true;
    }
    flatline::LoadOptions options;
    options.work = &work;
    auto result = flatline::load_map(archive, i, loader, options);
    if (!result) return false;
    std::printf("%zu sectors\n", result.value.sectors().size());
    loader.recycle(std::move(result.value));
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    Files files{{"maps/short.wad", "PWAD"}};
    std::uint64_t bytes = 0;
    for (int i = 1; i < argc; ++i) {
        std::ifstream file(argv[i], std::ios::binary);
        std::string& text = files[argv[i]];
        text.assign(std::istreambuf_iterator<char>(file), {});
        bytes += text.size();
    }
    flatline::Archive archive =
        flatline::Archive::from_source(std::make_unique<MemoryTree>(files), flatline::Limits{});
    print_problems(archive);
    flatline::Loader loader;
    flatline::Doom3Loader doom3_loader;
    flatline::Work work = flatline::work_of_file(flatline::Limits{}, bytes);
    for (std::size_t i = 0; i < archive.maps().size(); ++i) {
        if (archive.twin_of(i) != i) continue;  // the same bytes as a map before it
        if (!load(archive, i, loader, doom3_loader, work)) return 1;
    }

    // What a host says of an archive that it could not even open.
    print_problems(flatline::Archive::unusable(
        flatline::make_finding(flatline::Rule::file_unreadable, flatline::Lump::file)));
    return 0;
}
