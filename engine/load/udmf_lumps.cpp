// The lumps of a UDMF map: text, nodes, and kept old lumps.
#include "archive/names.hpp"
#include "load/lump_work.hpp"
#include "nodes/write.hpp"
#include "write/stored_lumps.hpp"
#include "write/textmap.hpp"

namespace flatline::engine {
namespace {

// Written twice: once to count the bytes, and once into memory of that size.
Outcome make_text(LumpWork& work, Bytes& out) noexcept {
    MemorySink sink;
    const Sink to{MemorySink::write, &sink};
    const TextmapOptions options{work.options.style, work.options.translate, work.options.lossy};
    if (!write::TextmapWriter::check(work.map, options, work.findings)) return Outcome::refused;
    if (write::TextmapWriter(work.map, to, options).write() != Status::ok) {
        return Outcome::refused;
    }
    const Outcome outcome =
        take_memory(sink.size, work.options.memory, work.budget, work.storage.data);
    if (outcome != Outcome::ok) return outcome;
    sink = {work.storage.data.data(), 0};
    static_cast<void>(write::TextmapWriter(work.map, to, options).write());
    out = {sink.at, static_cast<std::size_t>(sink.size)};
    return Outcome::ok;
}

// `out` stays empty where the form does not hold the tree.
Outcome encode(LumpWork& work, const flatline_bsp& tree, Bytes& out) noexcept {
    const std::uint64_t bytes = nodes::xgl3_bytes(tree);
    const Outcome outcome =
        take_memory(bytes, work.options.memory, work.budget, work.storage.nodes);
    if (outcome != Outcome::ok) return outcome;
    if (!nodes::write_xgl3(tree, work.storage.nodes.data())) return Outcome::ok;
    out = {work.storage.nodes.data(), static_cast<std::size_t>(bytes)};
    return work.options.compress_nodes ? work.compress(out) : Outcome::ok;
}

Outcome make_nodes(LumpWork& work, Bytes& out) noexcept {
    if (work.options.nodes == WrittenNodes::none) return Outcome::ok;
    const flatline_bsp& own = work.map.nodes();
    if (work.options.nodes == WrittenNodes::keep && own.kind == FLATLINE_NODES_GL) {
        const LumpView* lump = work.stored("ZNODES");
        if (lump != nullptr && std::string_view(own.format) != "built") {
            out = lump->bytes;
            return Outcome::ok;
        }
        const Outcome outcome = encode(work, own, out);
        if (outcome != Outcome::ok || !out.empty()) return outcome;
    }
    Reservation memory;
    flatline_bsp built{};
    const Outcome outcome = work.build_nodes(memory, built);
    if (outcome != Outcome::ok || built.subsector_count == 0) return outcome;
    return encode(work, built, out);
}

}  // namespace

Outcome make_udmf_lumps(LumpWork& work) noexcept {
    Bytes text;
    Bytes nodes;
    Outcome outcome = make_text(work, text);
    if (outcome == Outcome::ok) outcome = make_nodes(work, nodes);
    if (outcome != Outcome::ok) return outcome;
    work.add("TEXTMAP", text);
    // Nodes stand where they have stood, other lumps in their order.
    bool placed = nodes.empty();
    const auto place_nodes = [&] {
        if (!placed) work.add("ZNODES", nodes);
        placed = true;
    };
    if (work.stored("ZNODES") == nullptr) place_nodes();
    // Of a binary map empty lumps only say what is not there.
    const bool was_text = work.stored("TEXTMAP") != nullptr;
    for (const LumpView& lump : work.options.stored) {
        if (archive::same_name(lump.name, "ZNODES")) place_nodes();
        const bool kept =
            write::lump_handling(lump.name, MapFormat::udmf) == write::LumpHandling::kept;
        if (kept && (was_text || !lump.bytes.empty())) work.add(lump.name, lump.bytes);
    }
    if (work.options.with_blockmap) work.add("BLOCKMAP", {});
    work.add("ENDMAP", {});
    return Outcome::ok;
}

}  // namespace flatline::engine
