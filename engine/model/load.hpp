// model/load.hpp: lump bytes in, a Map or findings out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "model/blockmap.hpp"
#include "model/buffer.hpp"
#include "model/findings.hpp"
#include "model/jobs.hpp"
#include "model/limits.hpp"
#include "model/map.hpp"
#include "model/memory.hpp"
#include "model/owned.hpp"
#include "model/progress.hpp"
#include "model/result.hpp"
#include "model/view.hpp"
#include "model/work.hpp"

namespace flatline::engine {

struct BinaryLumps;
struct TestOptions;

namespace detail {
struct LoadWorkspace;
void destroy(LoadWorkspace* workspace) noexcept;
}  // namespace detail

/// What to do with source data that is missing or names an element that does not exist.
enum class Repair : std::uint8_t {
    refuse = FLATLINE_REFUSE,  ///< the map is refused, every such element is listed
    /// A missing required number becomes 0; a missing or bad front side, side 0; a bad back side,
    /// none; a bad or missing sector, sector 0; a bad or missing vertex, vertex 0. An integer
    /// beyond 32 bits is taken modulo 2^32, as most ports have it; where an index is wanted, or
    /// with a dot or an exponent, it becomes the nearest that fits. Each is reported, no index
    /// shifts. Where no element 0 exists the map is still refused.
    repair = FLATLINE_REPAIR,
};

/// Which findings are repaired instead of refusing the map: none, all that can be, or
/// those of a list of rules: `options.repair = {Rule::line_missing_front}`.
class Repairs {
public:
    Repairs(Repair repair = Repair::refuse) noexcept;
    Repairs(std::initializer_list<Rule> rules) noexcept {
        for (const Rule rule : rules) add(rule);
    }
    bool has(Rule rule) const noexcept { return rules_.has(rule); }
    void add(Rule rule) noexcept { rules_.add(rule); }

private:
    RuleSet rules_;
};

/// The rules that can be repaired: number-range, the missing fields of vertices, lines, sides and
/// things, line-missing-front, line-no-sides and the indices out of range. Others in a list change
/// nothing. Static, any thread.
View<Rule> repairable_rules() noexcept;

/// By which port's rules sectors slope. Each has its own fields, specials, things and order; a step
/// sees what those before it did. zdoom: plane fields, 181, things 9500 to 9503, 1500 and 1501,
/// vertex heights (1504, 1505, zfloor, zceiling), things 9510 and 9511, 118. eternity: 181 and 386
/// to 393, then 118 and 394 to 396. srb2: plane fields, zfloor and zceiling, 700 and 704, 720.
/// Set by the caller they see the fields that the map's namespace knows, no others.
enum class SlopeRules : std::uint8_t {
    automatic = FLATLINE_SLOPES_AUTOMATIC,  ///< by the namespace: those three ports' own, none for
                                            ///< all others
    none = FLATLINE_SLOPES_NONE,
    zdoom = FLATLINE_SLOPES_ZDOOM,
    eternity = FLATLINE_SLOPES_ETERNITY,
    srb2 = FLATLINE_SLOPES_SRB2,
};

/// A lump that is there and could not be read, and why.
struct UnreadableLump {
    std::string_view name;
    Finding finding;
};

/// The lumps beside a TEXTMAP, as stored. They are looked at during the load and not kept; an
/// empty one is none. Findings of unreadable ones become findings of the map.
struct DerivedLumps {
    Bytes znodes, blockmap, reject;
    View<UnreadableLump> unreadable;
};

/// Options of one load. A default-made one takes what is stored and builds nothing.
struct LoadOptions {
    Limits limits;
    Repairs repair = Repair::refuse;
    Grammar grammar = Grammar::automatic;
    /// Refuse a map whose stored nodes, BLOCKMAP or REJECT would be dropped.
    bool strict = false;
    /// What the load makes beside the arrays of the TEXTMAP: FLATLINE_PRODUCT_*, or-ed.
    std::uint32_t products =
        FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_REJECT | FLATLINE_PRODUCT_PLANES;
    SlopeRules slope_rules = SlopeRules::automatic;
    /// GZDoom does not divide d of the plane fields by the length of (a, b, c), as it does with
    /// these: an equation that is not of length 1 gives another height there. True: as GZDoom.
    bool gzdoom_plane_d = false;
    /// load_map of an archive fills it.
    DerivedLumps lumps;
    /// Reads the map as if it said this namespace; empty: what the map says. Not kept.
    std::string_view namespace_override;
    /// FLATLINE_REJECT_*: what becomes of a REJECT that is too short.
    std::int32_t short_reject = FLATLINE_REJECT_DROP;
    /// FLATLINE_GATE_*: the port whose fields by namespace count.
    std::int32_t field_gate = FLATLINE_GATE_NONE;
    /// In namespaces that do not tell a line's id from arg0, arg0 becomes the id.
    bool arg0_is_id = false;
    MemoryHooks memory;
    ProgressHooks progress;
    /// Of a build of nodes in this load (FLATLINE_PRODUCT_BUILD_NODES): gets the share of it that
    /// is done, and may end the load. Null: `progress` is called meanwhile, with `done` at `total`.
    ProgressHooks build_progress;
    /// How many threads may read the text, 64 at most, of which each gets `thread_bytes` of it at
    /// least: with less it is hardly there before another has done its work. The result is that of
    /// one thread; for a text that is refused it takes up to twice as long, because one thread
    /// reads it again to say why. As many threads build the nodes of a large map.
    std::uint32_t threads = 1;
    std::uint64_t thread_bytes = 1u << 20;
    /// What the threads are; the default starts them.
    JobHooks jobs;
    /// Switches of flatline/testing.hpp; null: none. Looked at during the load only.
    const TestOptions* testing = nullptr;
    /// How a load builds a blockmap (FLATLINE_PRODUCT_BLOCKMAP without a stored one, or
    /// FLATLINE_PRODUCT_BUILD_BLOCKMAP).
    BlockmapStyle blockmap_style = BlockmapStyle::touched;
    /// That the load counts towards; null: none. See work.hpp.
    Work* work = nullptr;
};

/// Loads a TEXTMAP whose bytes the caller keeps, unchanged, as long as the Map lives. Any bytes are
/// safe: nothing is read outside them, and no padding is needed.
/// Errors: refused, out_of_memory and cancelled, see Status. Findings of a refused map have their
/// places in the text; those of a loaded one get theirs from locate. Any thread.
/// Source: UDMF 1.1, UDMF 0.99 and the dialects of fields.hpp; docs/udmf.md.
LoadResult<Map> load_borrowed(Bytes textmap, const LoadOptions& options = {}) noexcept;

/// The same for bytes that the Map owns from then on and frees. Without success the result gives
/// them back (LoadResult::text).
LoadResult<Map> load_owned(Buffer textmap, const LoadOptions& options = {}) noexcept;

/// Loads many maps and keeps its working memory between them. One thread at a time. Move-only.
class Loader {
public:
    /// Takes memory from the system.
    Loader() noexcept = default;
    /// Takes memory from `memory`, which outlives the Loader and all its maps.
    explicit Loader(const MemoryHooks& memory) noexcept : memory_(memory) {}

    /// As the functions of the same names; the Loader's memory is used, not that of the options.
    LoadResult<Map> load_borrowed(Bytes textmap, const LoadOptions& options = {}) noexcept;
    LoadResult<Map> load_owned(Buffer textmap, const LoadOptions& options = {}) noexcept;
    LoadResult<Map> load_binary_borrowed(const BinaryLumps& lumps,
                                         const LoadOptions& options = {}) noexcept;
    LoadResult<Map> load_binary_owned(const BinaryLumps& lumps, Buffer bytes,
                                      const LoadOptions& options = {}) noexcept;

    /// Takes back the memory of a map that came from this Loader, for the next load to use; that of
    /// a text out of an archive is for a load_map that follows at once.
    void recycle(Map&& map) noexcept;

private:
    friend struct detail::Access;
    MemoryHooks memory_;
    detail::Owned<detail::LoadWorkspace> workspace_;
};

/// Bytes that a load will take at most, known before it.
struct MemoryBound {
    /// The arrays of the text, and the working memory of reading it: the most that a load into a
    /// host's memory announces before columns. Any other load announces what any text of this size
    /// could take (MemoryUse::by_size).
    std::uint64_t text = 0;
    /// The same with columns and lines of sectors, which follow from the text.
    std::uint64_t total = 0;
};

/// An upper bound of the memory of loading this text on one thread, from one pass that counts its
/// blocks and assignments. Nothing is allocated. MemoryUse::used of the load is never above
/// `total`, products left out (LoadOptions::products): each announces its size when it is its turn.
/// 0 for a text that is refused before it is read. Linear in the text. Any thread.
MemoryBound memory_bound(Bytes textmap, const LoadOptions& options = {}) noexcept;

/// Gives every finding about an element of `map` its byte offset, in one pass over the text:
/// findings of its load and of check alike. `places` has findings.size() entries; entry i is the
/// offset of finding i (its own where it has one, FLATLINE_NO_OFFSET where there is none).
void locate(const Map& map, View<Finding> findings, std::uint64_t* places) noexcept;

/// The byte offset of a field's value (or, where the element does not give it, of its block) in
/// the TEXTMAP; FLATLINE_NO_OFFSET for no such element. Scans the text: for messages, not games.
std::uint64_t locate(const Map& map, std::uint8_t element, std::uint32_t index,
                     FieldId field) noexcept;

}  // namespace flatline::engine
