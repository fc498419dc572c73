// dump_map FILE...: one line for each map of WADs, TEXTMAPs and Doom 3 maps: its name and a hash of
// each part of what the library makes of it. Needs the core alone. Lines are equal wherever the
// results are, on machines of any byte order.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "flatline/flatline.hpp"

namespace {

using namespace flatline;

class Hash {
public:
    Hash& add(std::uint64_t value) {
        for (int i = 0; i < 64; i += 8) byte(static_cast<unsigned char>(value >> i));
        return *this;
    }
    Hash& add(double value) {
        std::uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        return add(bits);
    }
    void add(const void* bytes, std::size_t size) {
        const auto* p = static_cast<const unsigned char*>(bytes);
        for (std::size_t i = 0; i < size; ++i) byte(p[i]);
    }
    std::uint64_t value() const { return value_; }

private:
    void byte(unsigned char c) { value_ = (value_ ^ c) * 0x100000001B3u; }  // FNV-1a

    std::uint64_t value_ = 0xCBF29CE484222325u;
};

void print_hash(const char* part, const Hash& hash) {
    std::printf(" %s=%08lx%08lx", part, static_cast<unsigned long>(hash.value() >> 32),
                static_cast<unsigned long>(hash.value() & 0xFFFFFFFFu));
}

bool read_file(const char* path, std::vector<unsigned char>& out) {
    std::FILE* const file = std::fopen(path, "rb");
    if (file == nullptr) return false;
    unsigned char piece[4096];
    std::size_t got = 0;
    while ((got = std::fread(piece, 1, sizeof piece, file)) != 0) {
        out.insert(out.end(), piece, piece + got);
    }
    const bool good = std::ferror(file) == 0;
    return std::fclose(file) == 0 && good;
}

void hash_findings(View<flatline_finding> findings) {
    Hash hash;
    for (const flatline_finding& finding : findings) {
        char text[512];
        hash.add(text, std::min(sentence(finding, text, sizeof text), sizeof text));
        hash.add(finding.offset);
    }
    print_hash("findings", hash);
}

// All elements with all fields: the writer gives each of them as text.
void hash_elements(const Map& map) {
    Hash hash;
    auto take = [&hash](Bytes bytes) {
        hash.add(bytes.data(), bytes.size());
        return true;
    };
    static_cast<void>(write_textmap(map, sink_to(take)));
    for (const flatline_plane& p : map.planes()) hash.add(p.a).add(p.b).add(p.c).add(p.d);
    print_hash("elements", hash);
}

void hash_nodes(const char* part, const flatline_bsp& bsp) {
    Hash hash;
    for (std::uint32_t i = 0; i < bsp.vertex_count; ++i) {
        hash.add(bsp.vertices[i].x).add(bsp.vertices[i].y);
    }
    for (std::uint32_t i = 0; i < bsp.seg_count; ++i) {
        const flatline_seg& s = bsp.segs[i];
        for (const std::uint32_t v : {s.v1, s.v2, s.partner, s.linedef, s.side}) {
            hash.add(std::uint64_t{v});
        }
    }
    for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
        const flatline_subsector& s = bsp.subsectors[i];
        for (const std::uint32_t v : {s.first, s.count, s.sector}) hash.add(std::uint64_t{v});
    }
    for (std::uint32_t i = 0; i < bsp.node_count; ++i) {
        const flatline_node& n = bsp.nodes[i];
        for (const double v : {n.x, n.y, n.dx, n.dy}) hash.add(v);
        for (int child = 0; child < 2; ++child) {
            for (const double v : n.bbox[child]) hash.add(v);
            hash.add(std::uint64_t{n.children[child]});
        }
    }
    std::printf(" segs=%lu", static_cast<unsigned long>(bsp.seg_count));
    print_hash(part, hash);
}

void hash_blockmap(const flatline_blockmap& blockmap) {
    Hash hash;
    hash.add(blockmap.origin_x).add(blockmap.origin_y);
    const std::uint64_t cells = std::uint64_t{blockmap.columns} * blockmap.rows;
    for (std::uint64_t i = 0; i < cells; ++i) {
        const flatline_blockmap_cell& cell = blockmap.cells[i];
        for (std::uint32_t k = 0; k < cell.count; ++k) {
            hash.add(std::uint64_t{blockmap.lines[cell.first + k]});
        }
    }
    print_hash("blockmap", hash);
}

void dump_map(Archive& archive, std::size_t i) {
    LoadOptions options;
    options.add_products(FLATLINE_PRODUCT_BLOCKMAP);
    const auto map = archive.load(i, options);
    std::printf(" status=%d", static_cast<int>(map.status()));
    hash_findings(map.findings().kept());
    if (!map) return;
    hash_elements(*map);
    hash_nodes("stored-nodes", map->nodes());
    hash_blockmap(map->blockmap());
    const auto built = build_nodes(*map);
    if (built) hash_nodes("built-nodes", built->bsp());
}

void dump_doom3(Archive& archive, std::size_t i) {
    const auto map = archive.load_doom3(i);
    std::printf(" status=%d", static_cast<int>(map.status()));
    hash_findings(map.findings().kept());
    if (!map) return;
    const auto windings = build_windings(*map);
    if (windings) {
        Hash hash;
        for (const flatline_doom3_vector& p : windings->points()) hash.add(p.x).add(p.y).add(p.z);
        std::printf(" points=%lu", static_cast<unsigned long>(windings->points().size()));
        print_hash("windings", hash);
    }
    const auto surfaces = build_surfaces(*map);
    if (surfaces) {
        Hash hash;
        for (const flatline_doom3_vertex& v : surfaces->vertices()) {
            for (const double value : {v.x, v.y, v.z, v.s, v.t}) hash.add(value);
            for (const double value : v.normal) hash.add(value);
        }
        for (const std::uint32_t index : surfaces->indices()) hash.add(std::uint64_t{index});
        print_hash("surfaces", hash);
    }
}

}  // namespace

int main(int argc, char** argv) {
    bool good = true;
    for (int i = 1; i < argc; ++i) {
        std::vector<unsigned char> bytes;
        if (!read_file(argv[i], bytes)) {
            std::fprintf(stderr, "%s: cannot be read\n", argv[i]);
            good = false;
            continue;
        }
        std::string name = argv[i];
        name.erase(0, name.find_last_of("/\\") + 1);
        auto archive = Archive::from_bytes(std::move(bytes), name.c_str());
        for (auto& entry : archive->maps()) {
            std::printf("%s:%s", name.c_str(), entry.name);
            (entry.format == FLATLINE_FORMAT_DOOM3 ? dump_doom3 : dump_map)(*archive, entry.index);
            std::printf("\n");
        }
    }
    return good ? 0 : 1;
}
