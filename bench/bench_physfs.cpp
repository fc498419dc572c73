// The whole path from a file to a map, through PhysFS: opening the archive, reading the lump,
// loading it. Beside it what it is made of, measured apart: reading the bytes of the file with the
// C library, inflating them with zlib (PhysFS has an inflater of its own), loading a text that is
// in memory. Files are in the system's cache. Every run gives the map back to the Loader, which
// reads the next text into its memory; a WAD that is unpacked gets new memory each time.
#include <benchmark/benchmark.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "../tests/support/wad_maps.hpp"
#include "archive/memory_file.hpp"
#include "archive/read.hpp"
#include "bench_inputs.hpp"
#include "mapgen.hpp"
#include "model/archive_map.hpp"
#include "model/load.hpp"
#include "physfs/mount.hpp"
#include "physfs/open.hpp"
#include "physfs/tree.hpp"

namespace flatline::engine::bench {
namespace {

void put(std::string& out, std::uint64_t value, int bytes) {
    for (; bytes > 0; --bytes, value >>= 8) out += static_cast<char>(value & 0xFF);
}

std::string deflated(const std::string& data) {
    z_stream stream{};
    std::string out(compressBound(static_cast<uLong>(data.size())) + 64, '\0');
    constexpr int kRaw = -15;
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kRaw, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
    stream.avail_in = static_cast<uInt>(data.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

// A PK3 with one file, deflated. Source: APPNOTE 4.3, the fields without which a ZIP is none.
std::string pk3(const std::string& name, const std::string& data) {
    const std::string packed = deflated(data);
    const uLong sum =
        crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size()));
    std::string common;  // of the file's header and of its entry in the directory
    for (const std::uint64_t word : std::array<std::uint64_t, 5>{20, 0, 8, 0, 0x21}) {
        put(common, word, 2);  // version, flags, deflate, time, date
    }
    for (const std::uint64_t number :
         std::array<std::uint64_t, 3>{sum, packed.size(), data.size()}) {
        put(common, number, 4);
    }
    put(common, name.size(), 2);
    put(common, 0, 2);  // extra field
    std::string out = "PK\x03\x04" + common + name + packed;
    const std::size_t directory = out.size();
    out += "PK\x01\x02";
    put(out, 20, 2);
    out += common;
    put(out, 0, 2 + 2 + 2 + 4 + 4);  // comment, disk, attributes, place of the file
    out += name;
    const std::size_t size = out.size() - directory;
    out += "PK\x05\x06";
    for (const std::uint64_t word : std::array<std::uint64_t, 4>{0, 0, 1, 1}) put(out, word, 2);
    put(out, size, 4);
    put(out, directory, 4);
    put(out, 0, 2);
    return out;
}

// The files, in a folder of their own that goes with the program.
struct Files {
    std::filesystem::path folder, wad, pk3;
    std::size_t wad_bytes = 0;

    explicit Files(const mapgen::Generated& map) {
        std::error_code none;
        folder = std::filesystem::temp_directory_path(none) /
                 ("flatline_bench_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
        std::filesystem::create_directories(folder, none);
        const std::string bytes = mapgen::wad("MAP01", map.text);
        wad_bytes = bytes.size();
        wad = write("map01.wad", bytes);
        pk3 = write("maps.pk3", bench::pk3("maps/map01.wad", bytes));
    }
    Files(const Files&) = delete;
    Files& operator=(const Files&) = delete;
    ~Files() {
        std::error_code none;
        std::filesystem::remove_all(folder, none);
    }

private:
    std::filesystem::path write(const char* name, const std::string& bytes) const {
        std::filesystem::path path = folder / name;
        if (std::FILE* file = std::fopen(path.string().c_str(), "wb"); file != nullptr) {
            std::fwrite(bytes.data(), 1, bytes.size(), file);
            std::fclose(file);
        }
        return path;
    }
};

const Input& input() {
    static const Input kept = [] {
        Input made{"10M/zdoom/udb", {}};
        made.options.target_bytes = 10'000'000;
        return made;
    }();
    return kept;
}

const Files& files() {
    static const Files kept(generated(input()));
    return kept;
}

void whole(benchmark::State& state, const std::filesystem::path& path) {
    Loader loader;
    const std::string name = path.string();
    Samples samples(state);
    for (auto _ : samples) {
        physfs::OpenResult opened = physfs::open_path(name, Limits());
        if (opened.archive == nullptr || opened.archive->maps().size() != 1) {
            state.SkipWithError("the file does not open");
            return;
        }
        LoadResult<flatline::engine::Map> result = load_map(*opened.archive, 0, loader, {});
        if (!result) {
            state.SkipWithError("the map did not load");
            return;
        }
        loader.recycle(std::move(result.value));
    }
    report(state, generated(input()));
}

void whole_wad(benchmark::State& state) { whole(state, files().wad); }
void whole_pk3(benchmark::State& state) { whole(state, files().pk3); }

// All bytes of a file of a mounted folder or archive, into memory that is there already.
void read_file(benchmark::State& state, const std::filesystem::path& mounted, const char* name) {
    physfs::Mount::Failure failure = physfs::Mount::Failure::none;
    const physfs::Mount::Ref mount = physfs::Mount::of_path(mounted.string(), failure);
    if (!mount) {
        state.SkipWithError("the folder cannot be mounted");
        return;
    }
    const std::string path = std::string(mount->point()) + "/" + name;
    std::string bytes(files().wad_bytes, '\0');
    auto* const to = reinterpret_cast<unsigned char*>(bytes.data());
    Samples samples(state);
    for (auto _ : samples) {
        const std::unique_ptr<File> file = physfs::open_virtual(path.c_str(), mount);
        if (file == nullptr || archive::read_fully(*file, 0, to, bytes.size()) != bytes.size()) {
            state.SkipWithError("the file cannot be read");
            return;
        }
    }
    report(state, generated(input()));
}

void read_wad(benchmark::State& state) { read_file(state, files().folder, "map01.wad"); }
void read_pk3(benchmark::State& state) { read_file(state, files().pk3, "maps/map01.wad"); }

void load(benchmark::State& state) {
    const mapgen::Generated& map = generated(input());
    Loader loader;
    Samples samples(state);
    for (auto _ : samples) {
        LoadResult<flatline::engine::Map> result = loader.load_borrowed(bytes_of(map.text));
        benchmark::DoNotOptimize(result.value.arrays().vertices);
        loader.recycle(std::move(result.value));
    }
    report(state, map);
}

// An IWAD of the machine, with 32 binary maps: what `flatline info` of it is compared with by
// bench/info.sh.
constexpr const char* kIwad = "/usr/share/games/doom/freedoom2.wad";

// All bytes of the file, into memory that is there already.
void read_iwad(benchmark::State& state) {
    std::string bytes = wad_maps::read_file(kIwad);
    if (bytes.empty()) {
        state.SkipWithError("freedoom2.wad is not here");
        return;
    }
    Samples samples(state);
    for (auto _ : samples) {
        const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(kIwad, "rb"),
                                                                   std::fclose);
        if (file == nullptr ||
            std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) {
            state.SkipWithError("freedoom2.wad cannot be read");
            return;
        }
    }
}

// Every map of the file in memory, each into the memory of the one before.
void load_iwad(benchmark::State& state) {
    const std::string bytes = wad_maps::read_file(kIwad);
    const std::unique_ptr<Archive> archive =
        physfs::open_file(std::make_unique<archive::MemoryFile>(bytes_of(bytes)), "freedoom2.wad",
                          Limits())
            .archive;
    if (archive == nullptr || archive->maps().empty()) {
        state.SkipWithError("freedoom2.wad is not here");
        return;
    }
    Loader loader;
    Samples samples(state);
    for (auto _ : samples) {
        for (std::size_t i = 0; i < archive->maps().size(); ++i) {
            LoadResult<flatline::engine::Map> result = load_map(*archive, i, loader, {});
            if (!result) {
                state.SkipWithError("a map did not load");
                return;
            }
            loader.recycle(std::move(result.value));
        }
    }
}

BENCHMARK(read_iwad)->Name("physfs/iwad/read")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK(load_iwad)->Name("physfs/iwad/load")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK(whole_wad)->Name("physfs/wad/whole")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK(read_wad)->Name("physfs/wad/read")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK(load)->Name("physfs/wad/load")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK(whole_pk3)->Name("physfs/pk3/whole")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK(read_pk3)->Name("physfs/pk3/read")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK(load)->Name("physfs/pk3/load")->Unit(benchmark::kMillisecond)->UseManualTime();

}  // namespace
}  // namespace flatline::engine::bench
