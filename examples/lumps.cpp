// Reads the bytes of a lump through a file of the program's own, without loading the map.
// Run: maps/rooms.textmap
#include <flatline/flatline.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

namespace {

// A file that was opened with fopen.
class StdioFile : public flatline::File {
public:
    explicit StdioFile(std::FILE* file) : file_(file) {
        if (std::fseek(file_, 0, SEEK_END) == 0) size_ = std::max(std::ftell(file_), 0L);
    }
    StdioFile(const StdioFile&) = delete;
    StdioFile& operator=(const StdioFile&) = delete;
    ~StdioFile() override { std::fclose(file_); }
    std::uint64_t size() const noexcept override { return static_cast<std::uint64_t>(size_); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset > this->size()) return 0;
        if (std::fseek(file_, static_cast<long>(offset), SEEK_SET) != 0) return 0;
        return std::fread(out, 1, size, file_);
    }

private:
    std::FILE* file_;
    long size_ = 0;
};

std::unique_ptr<flatline::File> open(const char* path) {
    std::FILE* file = std::fopen(path, "rb");
    if (file == nullptr) return nullptr;
    return std::make_unique<StdioFile>(file);
}

// The first `size` bytes of a file, or fewer where it has fewer.
flatline::Buffer read_head(flatline::File& file, std::size_t size) {
    flatline::Buffer head = flatline::Buffer::allocate(size);
    if (head.data() != nullptr) head.shrink(file.read_at(0, head.data(), size));
    return head;
}

template <class Result>
void print_problems(const Result& result) {
    for (auto& problem : result.findings()) std::puts(flatline::sentence(problem).c_str());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::unique_ptr<flatline::File> file = open(argv[1]);
    if (file == nullptr) return 1;
    const flatline::Buffer head = read_head(*file, 24);
    std::printf("%.*s...\n", static_cast<int>(head.size()),
                reinterpret_cast<const char*>(head.data()));

    auto archive = flatline::Archive::from_file(std::move(file), argv[1]);
    const std::uint32_t map = archive->find("ROOMS");
    if (map == FLATLINE_NONE) return 1;
    const flatline::MapEntry rooms = archive->maps()[map];
    const std::uint32_t lump = rooms.find_lump("textmap");
    if (lump == FLATLINE_NONE || rooms.lumps()[lump].readable == 0) return 1;

    // Shared where the archive has the bytes in memory; a copy is the caller's own to write to.
    const auto text = archive->read_lump(map, lump);
    if (!text) {
        print_problems(text);
        return 1;
    }
    const flatline::Bytes bytes = text->bytes();
    const flatline::Buffer copy = flatline::Buffer::copy_of(bytes);
    if (copy.data() == nullptr) return 1;
    std::printf("%s of %s: %zu bytes, %td lines\n", rooms.lumps()[lump].name, rooms.name,
                bytes.size(), std::count(bytes.begin(), bytes.end(), '\n'));
    std::printf("the copy is %s\n",
                std::equal(bytes.begin(), bytes.end(), copy.data()) ? "equal" : "another");

    // The whole file, in which a writer finds the map's lumps again.
    const auto whole = archive->read_file(map);
    if (!whole) return 1;
    std::printf("the file is %s; its directory entries for the map begin at %llu\n",
                whole->size() == bytes.size() ? "the text" : "a WAD",
                static_cast<unsigned long long>(archive->directory_of(map)));

    // What cannot be opened is a null file, and a finding.
    print_problems(flatline::Archive::from_file(nullptr, "none.wad"));
    return 0;
}
