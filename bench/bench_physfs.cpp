// The whole path from a file to a map, through PhysFS: opening the archive, reading the lump,
// loading it. Beside it what it is made of, measured apart: reading the bytes of the file with the
// C library, inflating them with zlib (PhysFS has an inflater of its own), loading a text that is
// in memory. Files are in the system's cache; every run reads into new memory, as a host would, and
// gives the map back to the Loader.
#include <benchmark/benchmark.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>

#include "bench_inputs.hpp"
#include "flatline/load.hpp"
#include "flatline/physfs.hpp"
#include "mapgen.hpp"

namespace flatline::bench {
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
std::string pk3(const std::string& name, const std::string& data, const std::string& packed) {
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
    std::string packed;  // what the PK3 holds
    std::size_t wad_bytes = 0;

    explicit Files(const mapgen::Generated& map) {
        std::error_code none;
        folder = std::filesystem::temp_directory_path(none) /
                 ("flatline_bench_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
        std::filesystem::create_directories(folder, none);
        const std::string bytes = mapgen::wad("MAP01", map.text);
        packed = deflated(bytes);
        wad_bytes = bytes.size();
        wad = write("map01.wad", bytes);
        pk3 = write("maps.pk3", bench::pk3("maps/map01.wad", bytes, packed));
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
    for (auto _ : state) {
        physfs::OpenResult opened = physfs::open_path(name, Limits());
        if (opened.archive == nullptr || opened.archive->maps().size() != 1) {
            state.SkipWithError("the file does not open");
            return;
        }
        LoadResult result = opened.archive->load_map(0, loader, {});
        if (!result) {
            state.SkipWithError("the map did not load");
            return;
        }
        loader.recycle(std::move(result.map));
    }
    report(state, generated(input()));
}

void whole_wad(benchmark::State& state) { whole(state, files().wad); }
void whole_pk3(benchmark::State& state) { whole(state, files().pk3); }

void read_file(benchmark::State& state, const std::filesystem::path& path) {
    const std::string name = path.string();
    const auto size = static_cast<std::size_t>(std::filesystem::file_size(path));
    for (auto _ : state) {
        const Buffer buffer = Buffer::allocate(size);
        std::FILE* file = std::fopen(name.c_str(), "rb");
        if (file == nullptr || std::fread(buffer.data(), 1, size, file) != size) {
            state.SkipWithError("the file cannot be read");
        }
        if (file != nullptr) std::fclose(file);
        benchmark::DoNotOptimize(buffer.data());
    }
    report(state, generated(input()));
}

void read_wad(benchmark::State& state) { read_file(state, files().wad); }
void read_pk3(benchmark::State& state) { read_file(state, files().pk3); }

void inflate_pk3(benchmark::State& state) {
    const Files& made = files();
    for (auto _ : state) {
        const Buffer buffer = Buffer::allocate(made.wad_bytes);
        z_stream stream{};
        inflateInit2(&stream, -15);
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(made.packed.data()));
        stream.avail_in = static_cast<uInt>(made.packed.size());
        stream.next_out = buffer.data();
        stream.avail_out = static_cast<uInt>(buffer.size());
        if (inflate(&stream, Z_FINISH) != Z_STREAM_END) state.SkipWithError("not inflated");
        inflateEnd(&stream);
    }
    report(state, generated(input()));
}

void load(benchmark::State& state) {
    const mapgen::Generated& map = generated(input());
    Loader loader;
    for (auto _ : state) {
        LoadResult result = loader.load_borrowed(bytes_of(map.text));
        benchmark::DoNotOptimize(result.map.arrays().vertices);
        loader.recycle(std::move(result.map));
    }
    report(state, map);
}

BENCHMARK(whole_wad)->Name("physfs/wad/whole")->Unit(benchmark::kMillisecond);
BENCHMARK(read_wad)->Name("physfs/wad/read")->Unit(benchmark::kMillisecond);
BENCHMARK(load)->Name("physfs/wad/load")->Unit(benchmark::kMillisecond);
BENCHMARK(whole_pk3)->Name("physfs/pk3/whole")->Unit(benchmark::kMillisecond);
BENCHMARK(read_pk3)->Name("physfs/pk3/read")->Unit(benchmark::kMillisecond);
BENCHMARK(inflate_pk3)->Name("physfs/pk3/inflate")->Unit(benchmark::kMillisecond);
BENCHMARK(load)->Name("physfs/pk3/load")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace flatline::bench
