// Finds and loads the maps in a file system of the program's own, here files in memory.
// Run: maps/rooms.textmap maps/crate.map
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

struct NamedFile {
    std::string path, bytes;
    bool locked = false;
};

// path(), size() and read_at() are all that a tree must have; the rest says more where it can.
class MemoryTree : public flatline::Source {
public:
    explicit MemoryTree(const std::vector<NamedFile>& files) : files_(files) {}
    const char* path(std::uint64_t i) noexcept override {
        return i < files_.size() ? files_[i].path.c_str() : nullptr;
    }
    std::uint64_t size(std::uint64_t i) noexcept override {
        return files_[i].locked ? FLATLINE_NO_FILE : files_[i].bytes.size();
    }
    std::uint64_t read_at(std::uint64_t i, std::uint64_t offset, void* out,
                          std::uint64_t size) noexcept override {
        const std::string& bytes = files_[i].bytes;
        return offset < bytes.size() ? bytes.copy(static_cast<char*>(out), size, offset) : 0;
    }
    void reason(std::uint64_t i, flatline_finding& finding) noexcept override {
        if (files_[i].locked) finding = make_finding(flatline::Rule::archive_encrypted);
    }
    void report(const Report& add) noexcept override {
        add("maps/latest.wad", flatline::make_finding(flatline::Rule::archive_link));
    }
    bool is_damaged(std::uint64_t) noexcept override { return false; }  // no checksums
    // A host that opens its files does so here.
    bool open(std::uint64_t i) noexcept override { return !files_[i].locked; }
    void close(std::uint64_t) noexcept override {}
    std::uint64_t packed_bytes() noexcept override { return 0; }  // no archive around it

private:
    const std::vector<NamedFile>& files_;
};

void print_problems(const flatline::Result<flatline::Archive>& archive) {
    for (auto& finding : archive.findings()) {
        std::printf("%s: %s\n", *finding.path != '\0' ? finding.path : "archive",
                    flatline::sentence(finding).c_str());
    }
    std::printf("errors: %d%s\n", static_cast<int>(archive.findings().errors()),
                archive ? "" : ", no archive at all");
}

bool load(flatline::Archive& archive, const flatline::MapEntry& entry, flatline::Loader& loader,
          flatline_work& work) {
    std::printf("%s in %s is %s: ", entry.name, entry.path, flatline_format_name(entry.format));
    if (entry.format == FLATLINE_FORMAT_DOOM3) {
        flatline::Doom3Options options;
        options.work = &work;  // all maps of the tree together do not take more
        auto map = archive.load_doom3(entry.index, loader, options);
        if (!map) return false;
        std::printf("%zu entities\n", map->entities().size());
        loader.recycle(std::move(map).take());
        return true;
    }
    flatline::LoadOptions options;
    options.extras.work = &work;
    auto map = archive.load(entry.index, loader, options);
    if (!map) return false;
    std::printf("%zu sectors\n", map->sectors().size());
    loader.recycle(std::move(map).take());
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<NamedFile> files = {{"maps/short.wad", "PWAD"}, {"maps/locked.wad", "", true}};
    std::uint64_t bytes = 0;
    for (int i = 1; i < argc; ++i) {
        std::ifstream file(argv[i], std::ios::binary);
        files.push_back({argv[i], std::string((std::istreambuf_iterator<char>(file)), {})});
        bytes += files.back().bytes.size();
    }
    flatline::ArchiveOptions options;
    options.direct = 1;  // any byte can be had at once
    auto archive = flatline::Archive::from_source(std::make_unique<MemoryTree>(files), options);
    print_problems(archive);
    if (archive->packed()) return 1;  // that is for a tree without the option `direct`
    flatline::Loader loader;
    flatline_work work = flatline_work_of_file(nullptr, bytes);
    for (auto& entry : archive->maps()) {
        if (archive->twin_of(entry.index) != entry.index) continue;  // the same bytes as one before
        if (!load(*archive, entry, loader, work)) return 1;
    }

    // What a host says of an archive that it could not even open.
    print_problems(flatline::Archive::unusable(
        flatline::make_finding(flatline::Rule::file_unreadable, FLATLINE_LUMP_FILE)));
    return 0;
}
