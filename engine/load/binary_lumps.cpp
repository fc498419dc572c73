// The lumps of a binary map: the five of the map, nodes, BLOCKMAP, and kept old lumps.
#include <iterator>

#include "base/layout.hpp"
#include "load/lump_work.hpp"
#include "nodes/blockmap_build.hpp"
#include "nodes/read_binary.hpp"
#include "nodes/write.hpp"
#include "write/binary.hpp"

namespace flatline::engine {
namespace {

constexpr std::size_t kElements = FLATLINE_THING + 1;

// An ACS object without scripts and strings: Hexen's engine reads its header.
constexpr unsigned char kNoScripts[] = {'A', 'C', 'S', 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

/// A sink that takes bytes as long as they are those of a lump.
struct Comparison {
    Bytes left;

    static bool write(void* context, const unsigned char* bytes, std::size_t size) noexcept {
        auto& self = *static_cast<Comparison*>(context);
        if (size > self.left.size() || std::memcmp(self.left.data(), bytes, size) != 0) {
            return false;
        }
        self.left = {self.left.data() + size, self.left.size() - size};
        return true;
    }
};

struct NodeLumps {
    Bytes vertexes, segs, ssectors, nodes;
};

class Maker {
public:
    explicit Maker(LumpWork& work) noexcept
        : work_(work),
          hexen_(work.options.format == MapFormat::hexen),
          writer_(work.map, hexen_, work.options.lossy) {}

    Outcome run() noexcept {
        if (!writer_.check(work_.findings)) return Outcome::refused;
        Outcome outcome = find_nodes();
        if (outcome == Outcome::ok) outcome = build_blockmap();
        if (outcome == Outcome::ok) outcome = take();
        if (outcome != Outcome::ok) return outcome;
        write_map();
        outcome = write_nodes();
        if (outcome == Outcome::ok) outcome = verify_nodes();
        if (outcome == Outcome::ok) add_all();
        return outcome;
    }

private:
    // ---- Nodes ----

    Outcome find_nodes() noexcept {
        if (work_.options.nodes == WrittenNodes::none) return Outcome::ok;
        const flatline_bsp& own = work_.map.nodes();
        if (work_.options.nodes == WrittenNodes::keep && own.subsector_count != 0) {
            if (!keep_lumps(own)) choose_form(own);
            return Outcome::ok;
        }
        const Outcome outcome = work_.build_nodes(tree_memory_, built_);
        if (outcome == Outcome::ok && built_.subsector_count != 0) choose_form(built_);
        return outcome;
    }

    // Stored lumps fit where the vertices in front of theirs are the map's.
    bool keep_lumps(const flatline_bsp& own) noexcept {
        const LumpView* const lumps[] = {work_.stored("VERTEXES"), work_.stored("SEGS"),
                                         work_.stored("SSECTORS"), work_.stored("NODES")};
        for (const LumpView* lump : lumps) {
            if (lump == nullptr || std::string_view(own.format) == "built") return false;
        }
        Comparison same{lumps[0]->bytes};
        std::uint64_t written = 0;
        kept_ = writer_.write(FLATLINE_VERTEX, {Comparison::write, &same}, written);
        if (kept_) made_ = {lumps[0]->bytes, lumps[1]->bytes, lumps[2]->bytes, lumps[3]->bytes};
        return kept_;
    }

    // Classic where every port can read that, else XNOD.
    void choose_form(const flatline_bsp& tree) noexcept {
        tree_ = &tree;
        classic_ = nodes::classic_sizes(tree, work_.view(), sizes_);
        if (classic_) return;
        sizes_ = {};
        sizes_.nodes = nodes::xnod_bytes(tree);
    }

    Outcome write_nodes() noexcept {
        if (kept_) return Outcome::ok;
        unsigned char* const base = work_.storage.data.data();
        unsigned char* const vertexes = base + at_[FLATLINE_VERTEX];
        const std::uint64_t own = writer_.bytes(FLATLINE_VERTEX);
        made_.vertexes = {vertexes, static_cast<std::size_t>(own + sizes_.vertexes)};
        if (tree_ == nullptr) return Outcome::ok;
        if (classic_) {
            nodes::write_classic(
                *tree_, work_.view(),
                {base + segs_at_, base + ssectors_at_, base + nodes_at_, vertexes + own});
        } else if (!nodes::write_xnod(*tree_, base + nodes_at_)) {
            return Outcome::ok;  // no form holds the tree
        }
        made_.segs = {base + segs_at_, static_cast<std::size_t>(sizes_.segs)};
        made_.ssectors = {base + ssectors_at_, static_cast<std::size_t>(sizes_.ssectors)};
        made_.nodes = {base + nodes_at_, static_cast<std::size_t>(sizes_.nodes)};
        return work_.options.compress_nodes && !classic_ ? work_.compress(made_.nodes)
                                                         : Outcome::ok;
    }

    // Classic vertices are rounded, so the lumps are read once more as a port's loader would. Nodes
    // that are not sound then are left out, and the findings of that reading say why.
    Outcome verify_nodes() noexcept {
        nodes::BinaryNodeLumps lumps;
        lumps.segs = made_.segs;
        lumps.ssectors = made_.ssectors;
        lumps.nodes = made_.nodes;
        const auto own = static_cast<std::size_t>(writer_.bytes(FLATLINE_VERTEX));
        lumps.more_vertices = {made_.vertexes.data() + own, made_.vertexes.size() - own};
        if (kept_ || !lumps.any()) return Outcome::ok;
        Reservation scratch;
        Reservation memory;
        flatline_bsp read{};
        const Outcome outcome =
            nodes::read_binary_nodes(lumps, work_.view(), work_.options.limits,
                                     {nodes::BadPartners::none}, nodes::kInflater,
                                     work_.options.memory, work_.budget, scratch, memory,
                                     work_.findings, read)
                .outcome;
        if (outcome == Outcome::refused) {
            made_ = {{made_.vertexes.data(), own}, {}, {}, {}};
        }
        return unless_refused(outcome);
    }

    // ---- Other lumps ----

    Outcome build_blockmap() noexcept {
        Reservation scratch;
        return unless_refused(nodes::build_blockmap(
            work_.map.vertices(), work_.map.linedefs(), work_.options.limits, work_.options.memory,
            work_.budget, scratch, blockmap_memory_, work_.findings, blockmap_));
    }

    Outcome take() noexcept {
        Layout layout;
        for (std::uint8_t i = 0; i < kElements; ++i) {
            const bool grows = i == FLATLINE_VERTEX;
            at_[i] = layout.add(writer_.bytes(i) + (grows ? sizes_.vertexes : 0), 1);
        }
        segs_at_ = layout.add(sizes_.segs, 1);
        ssectors_at_ = layout.add(sizes_.ssectors, 1);
        nodes_at_ = layout.add(sizes_.nodes, 1);
        blockmap_at_ = layout.add(nodes::blockmap_lump_bytes(blockmap_), 1);
        return take_memory(layout.bytes(), work_.options.memory, work_.budget, work_.storage.data);
    }

    void write_map() noexcept {
        for (std::uint8_t i = 0; i < kElements; ++i) {
            MemorySink sink{work_.storage.data.data() + at_[i], 0};
            std::uint64_t written = 0;
            static_cast<void>(writer_.write(i, {MemorySink::write, &sink}, written));
        }
    }

    void add_kept(std::string_view name, bool always) noexcept {
        const LumpView* lump = work_.stored(name);
        if (always || lump != nullptr) work_.add(name, lump != nullptr ? lump->bytes : Bytes());
    }

    // The order in which ports look for them.
    void add_all() noexcept {
        unsigned char* const base = work_.storage.data.data();
        const auto add_map = [&](std::string_view name, std::uint8_t element) {
            work_.add(name,
                      {base + at_[element], static_cast<std::size_t>(writer_.bytes(element))});
        };
        add_map("THINGS", FLATLINE_THING);
        add_map("LINEDEFS", FLATLINE_LINEDEF);
        add_map("SIDEDEFS", FLATLINE_SIDEDEF);
        work_.add("VERTEXES", made_.vertexes);
        work_.add("SEGS", made_.segs);
        work_.add("SSECTORS", made_.ssectors);
        work_.add("NODES", made_.nodes);
        add_map("SECTORS", FLATLINE_SECTOR);
        add_kept("REJECT", true);
        const std::uint64_t bytes = nodes::blockmap_lump_bytes(blockmap_);
        if (bytes != 0) nodes::write_blockmap_lump(blockmap_, base + blockmap_at_);
        work_.add("BLOCKMAP", {base + blockmap_at_, static_cast<std::size_t>(bytes)});
        if (!hexen_) return;
        const LumpView* behavior = work_.stored("BEHAVIOR");
        const bool has_object = behavior != nullptr && !behavior->bytes.empty();
        work_.add("BEHAVIOR", has_object ? behavior->bytes : Bytes(kNoScripts, sizeof kNoScripts));
        add_kept("SCRIPTS", false);
    }

    LumpWork& work_;
    bool hexen_;
    write::BinaryWriter writer_;
    NodeLumps made_;
    bool kept_ = false;  // made_ is stored lumps
    const flatline_bsp* tree_ = nullptr;
    bool classic_ = false;
    nodes::ClassicSizes sizes_;
    Reservation tree_memory_;
    flatline_bsp built_{};
    Reservation blockmap_memory_;
    flatline_blockmap blockmap_{};
    std::uint64_t at_[kElements] = {};
    std::uint64_t segs_at_ = 0, ssectors_at_ = 0, nodes_at_ = 0, blockmap_at_ = 0;
};

}  // namespace

Outcome make_binary_lumps(LumpWork& work) noexcept { return Maker(work).run(); }

}  // namespace flatline::engine
