// fuzz_seeds FOLDER: writes what each fuzzer begins with into FOLDER/TARGET/, one file a seed. Each
// target gets the maps of every kind that it can read, in the form that its first bytes choose;
// what a target needs beside them lies in tests/fuzz/corpus/TARGET. Says how many there are.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/harness/structure.hpp"
#include "fuzz/seeds/kinds.hpp"
#include "model/bake.hpp"
#include "model/binary.hpp"
#include "model/runtime.hpp"
#include "support/baked.hpp"

namespace {

using seeds::List;
using seeds::Named;
using testing_support::put_u16;

class Folder {
public:
    explicit Folder(std::filesystem::path path) : path_(std::move(path)) {}

    void add(const std::string& target, const std::string& name, std::string_view bytes) {
        const std::filesystem::path folder = path_ / target;
        std::filesystem::create_directories(folder);
        // One rule may have several maps.
        std::ofstream out(folder / (std::to_string(++count_) + "-" + name), std::ios::binary);
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        good_ = out.good() && good_;
    }
    /// The first byte chooses the options of most targets; each seed gets one of `choices` in turn.
    void add(const std::string& target, const List& list, std::string_view choices) {
        for (const Named& one : list) {
            add(target, one.name, choices[count_ % choices.size()] + one.bytes);
        }
    }
    std::size_t count() const { return count_; }
    bool good() const { return good_; }

private:
    std::filesystem::path path_;
    std::size_t count_ = 0;
    bool good_ = true;
};

List joined(List a, const List& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

testing_support::ZipEntry zip_entry(const std::string& name, const std::string& bytes,
                                    bool deflate) {
    testing_support::ZipEntry entry;
    entry.name = name;
    entry.data = bytes;
    if (!deflate) return entry;
    entry.method = 8;
    entry.size = static_cast<std::int64_t>(bytes.size());
    entry.crc = testing_support::crc32_of(bytes);
    entry.data = testing_support::deflated(bytes);
    return entry;
}

/// Each in an archive of its own, half of them compressed.
List zips(const List& list, const std::string& path) {
    List out;
    for (const Named& one : list) {
        testing_support::ZipBuilder zip;
        zip.add(zip_entry(path, one.bytes, out.size() % 2 == 0));
        out.push_back({one.name, zip.build()});
    }
    return out;
}
List seven_zips(const List& list, const std::string& path) {
    List out;
    for (const Named& one : list) {
        testing_support::SevenZipBuilder archive;
        archive.file(path, one.bytes);
        out.push_back({one.name, archive.build()});
    }
    return out;
}

/// What opens files: WADs, bare maps of both kinds of text, and those in archives.
void add_files(Folder& folder) {
    const List broken = seeds::wads(true), sound = seeds::wads(false);
    const List of_doom3 = joined(seeds::doom3_maps(true), seeds::doom3_maps(false));
    const List texts = seeds::texts(false);
    // 2: nodes are built, 4: maps are repaired, or kept in part, 8: strictly.
    const std::string_view choices("\0\2\4\xE", 4), all("\2\4", 2);
    // 16: the bytes say what the file is (name_of).
    const std::string_view bare("\x12\x14", 2);
    for (const std::string target : {"check_all", "whole_wad"}) {
        folder.add(target, joined(broken, sound), choices);
        folder.add(target, of_doom3, bare);
        folder.add(target, texts, bare);
    }
    folder.add("wad", joined(broken, sound), std::string_view("\0\2\4\x8\x10", 5));
    folder.add("whole_pk3", zips(joined(broken, sound), "maps/map01.wad"), choices);
    folder.add("whole_pk3", zips(of_doom3, "maps/a.map"), all);
    folder.add("whole_pk3", zips(texts, "maps/a.udmf"), all);
    folder.add("whole_7z", seven_zips(joined(broken, sound), "maps/map01.wad"), choices);
    folder.add("whole_7z", seven_zips(of_doom3, "maps/a.map"), all);
    folder.add("whole_7z", seven_zips(texts, "maps/a.udmf"), all);
}

void add_texts(Folder& folder) {
    const List texts = joined(seeds::texts(true), seeds::texts(false));
    // 4: repaired, 8 and 16: tight limits.
    folder.add("textmap", texts, std::string_view("\0\4\0\xC\0\x14", 6));
    folder.add("writer_roundtrip", texts, std::string_view("\0\2", 2));
    const List of_doom3 = joined(seeds::doom3_maps(true), seeds::doom3_maps(false));
    // 1: in part, 2: tight limits, 8: escapes.
    folder.add("doom3", of_doom3, std::string_view("\0\1\x8\2\0", 5));
}

/// The lumps of binary maps, as the targets take them.
void add_lumps(Folder& folder) {
    for (const Named& wad : joined(seeds::wads(false), seeds::wads(true))) {
        const std::vector<fuzz::NamedLump> lumps = fuzz::lumps_of_wad(wad.bytes);
        const auto of = [&](std::string_view name) {
            for (const fuzz::NamedLump& lump : lumps) {
                if (lump.name == name) return lump.data;
            }
            return std::string();
        };
        if (of("LINEDEFS").empty()) continue;
        const bool hexen = !of("BEHAVIOR").empty();
        std::string all(1, hexen ? '\1' : '\0');
        for (const char* name : {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS", "SEGS",
                                 "SSECTORS", "NODES", "REJECT"}) {
            const std::string lump = of(name).substr(0, 0xFFFF);
            put_u16(all, static_cast<std::uint32_t>(lump.size()));
            all += lump;
        }
        all += of("BLOCKMAP");
        // The namespace, in the low bits, is that of the format; 8: repaired.
        folder.add("binary_map", wad.name, (hexen ? '\6' : '\0') + all);
        folder.add("binary_map", wad.name, (hexen ? '\xF' : '\x9') + all);
        std::string sizes, rest;
        for (const char* name : {"VERTEXES", "LINEDEFS", "SIDEDEFS", "SECTORS", "THINGS"}) {
            sizes += static_cast<char>(std::min<std::size_t>(of(name).size() / 2, 255));
            rest += of(name).substr(0, 510);
        }
        folder.add("writer_roundtrip", wad.name, (hexen ? '\x9' : '\1') + sizes + rest);
        // Kind 2 of that target, and how many lines there are.
        std::string blockmap = "\2";
        put_u16(blockmap, static_cast<std::uint32_t>(of("LINEDEFS").size() / (hexen ? 16 : 14)));
        folder.add("blockmap", wad.name, blockmap + of("BLOCKMAP"));
        std::string reject;
        put_u16(reject, static_cast<std::uint32_t>(of("SECTORS").size() / 26));
        folder.add("reject", wad.name, reject + of("REJECT"));
    }
}

void add_nodes(Folder& folder) {
    for (const Named& form : seeds::znodes()) {
        folder.add("znodes", form.name, '\1' + form.bytes);
        folder.add("znodes", form.name + "-zlib", '\x9' + form.bytes);
        folder.add("znodes", form.name + "-tight", '\5' + form.bytes);
    }
    for (const bool deep : {false, true}) {
        const nodes_tools::BinaryLumps lumps =
            nodes_tools::classic_lumps(nodes_tools::open_two_squares_lump(), deep);
        std::string bytes = "\x11";
        for (const std::string* lump : {&lumps.segs, &lumps.ssectors, &lumps.more_vertices}) {
            bytes += static_cast<char>(lump->size());
        }
        folder.add("znodes", deep ? "xNd4" : "classic",
                   bytes + lumps.segs + lumps.ssectors + lumps.more_vertices + lumps.nodes);
    }
    const char* const forms[] = {"XNOD", "XGLN", "XGL2", "XGL3"};
    for (int form = 0; form < 4; ++form) {
        const nodes_tools::Lump lump =
            form == 0 ? nodes_tools::open_two_squares_lump() : nodes_tools::two_squares_lump();
        const std::string head{static_cast<char>(form | 4), '\0'};
        folder.add("znodes_zlib", forms[form], head + nodes_tools::payload(forms[form], lump));
    }
}

/// Numbers, as planes of a brush and as points of a patch.
void add_geometry(Folder& folder) {
    std::vector<double> box, patch;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double sign : {1.0, -1.0}) {
            double plane[4] = {0, 0, 0, -64};
            plane[axis] = sign;
            box.insert(box.end(), plane, plane + 4);
        }
    }
    for (int i = 0; i < 5; ++i) {
        for (int j = 0; j < 3; ++j) {
            for (const double number : {8.0 * i, 8.0 * (i % 2), 8.0 * j, 1.0 * i, 1.0 * j}) {
                patch.push_back(number);
            }
        }
    }
    const auto put = [&](const std::string& name, char choice, std::vector<double> numbers) {
        std::string bytes(1 + numbers.size() * sizeof(double), choice);
        std::memcpy(bytes.data() + 1, numbers.data(), numbers.size() * sizeof(double));
        folder.add("geometry", name, bytes);
    };
    put("box", '\0', box);
    put("box-tight", '\3', box);
    put("patch", '\0', patch);
    put("patch-coarse", '\x20', patch);
    box[23] = 64;  // two sides face each other on one plane
    put("mirrored", '\0', box);
    box.insert(box.end(), {0.6, 0.8, 0, -70, 0, 0, 0, 5});
    put("cut-and-degenerate", '\4', box);
}

/// Calls of the C functions, upon contents of their own after 0x1E.
void add_calls(Folder& folder) {
    // The numbers are those of kCalls and of the slots; number 4 is the first content of its own.
    const std::string check("\xA\0\0\0\0\0\0\0\0\0", 10), ask("\6\0\0\0\0\0\0\0\0\0", 10);
    const std::string build("\x8\0\0\x9\0\0\xFF\0\0\0", 10);
    const std::string load = std::string("\1\0\4\0\x1F\0\0", 7) + ask + check + build;
    const std::string load_doom3("\xE\0\4\0\0", 5);
    const std::string open =
        std::string("\xB\0\4\1\1\6", 6) + std::string("\xD\0\0\x1F\0\0\0", 7) + ask + check + build;
    const auto put = [&](const std::string& calls, const List& list) {
        for (const Named& one : list) {
            // Other 0x1E would part it.
            if (one.bytes.find('\x1E') != std::string::npos) continue;
            folder.add("capi_calls", one.name, calls + '\x1E' + one.bytes);
        }
    };
    for (const bool fires : {false, true}) {
        put(load, seeds::texts(fires));
        put(load_doom3, seeds::doom3_maps(fires));
        put(open, seeds::wads(fires));
    }
}

/// Baked maps of every kind; their headers are put right by the target.
void add_baked(Folder& folder) {
    using namespace flatline::engine;
    const auto put = [&](const std::string& name, const auto& loaded, const BakeOptions& more) {
        if (!loaded) return;
        BakeOptions options = more;
        options.findings = &loaded.findings;
        const baked_tools::File file = baked_tools::bake(loaded.value, options);
        if (file.size() < 64'000) folder.add("baked", name, file.text());
    };
    const auto put_map = [&](const std::string& name, const LoadResult<Map>& loaded) {
        if (!loaded) return;
        const Result<Runtime> runtime = build_runtime(loaded.value);
        BakeOptions options;
        if (runtime) options.runtime = &runtime.value.arrays();
        put(name, loaded, options);
    };
    LoadOptions load;
    load.products = FLATLINE_PRODUCT_DEFAULT | FLATLINE_PRODUCT_BUILD_NODES |
                    FLATLINE_PRODUCT_BLOCKMAP | FLATLINE_PRODUCT_STORED_RECORDS |
                    FLATLINE_PRODUCT_STORED_BOXES | FLATLINE_PRODUCT_STORED_ANGLES;
    const auto bytes_of = [](const std::string& bytes) {
        return Bytes(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    };
    for (const Named& text : seeds::texts(false)) {
        put_map(text.name, load_borrowed(bytes_of(text.bytes), load));
    }
    for (const Named& wad : seeds::wads(false)) {
        const std::vector<fuzz::NamedLump> all = fuzz::lumps_of_wad(wad.bytes);
        BinaryLumps lumps;
        const std::pair<const char*, Bytes BinaryLumps::*> kRows[] = {
            {"THINGS", &BinaryLumps::things},     {"LINEDEFS", &BinaryLumps::linedefs},
            {"SIDEDEFS", &BinaryLumps::sidedefs}, {"VERTEXES", &BinaryLumps::vertexes},
            {"SECTORS", &BinaryLumps::sectors},   {"SEGS", &BinaryLumps::segs},
            {"SSECTORS", &BinaryLumps::ssectors}, {"NODES", &BinaryLumps::nodes},
            {"REJECT", &BinaryLumps::reject},     {"BLOCKMAP", &BinaryLumps::blockmap}};
        for (const fuzz::NamedLump& lump : all) {
            for (const auto& [name, member] : kRows) {
                if (lump.name == name) lumps.*member = bytes_of(lump.data);
            }
            lumps.hexen = lumps.hexen || lump.name == "BEHAVIOR";
        }
        if (!lumps.linedefs.empty()) put_map(wad.name, load_binary_borrowed(lumps, load));
    }
    for (const Named& map : seeds::doom3_maps(false)) {
        put(map.name, load_doom3_borrowed(bytes_of(map.bytes)), BakeOptions());
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "fuzz_seeds FOLDER\n");
        return 2;
    }
    // Seeds of an earlier build that are no more must not stay.
    std::filesystem::remove_all(arguments[1]);
    Folder folder(arguments[1]);
    add_files(folder);
    add_texts(folder);
    add_lumps(folder);
    add_nodes(folder);
    add_geometry(folder);
    add_calls(folder);
    add_baked(folder);
    std::printf("%zu seeds\n", folder.count());
    return folder.good() ? 0 : 1;
}
