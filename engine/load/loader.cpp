// The pipeline: text or binary lumps -> raw arrays -> resolved arrays -> columns and adjacency ->
// Map.
#include "model/load.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "base/finding_edit.hpp"
#include "base/jobs.hpp"
#include "base/progress.hpp"
#include "base/share.hpp"
#include "binary/reader.hpp"
#include "binary/records.hpp"
#include "level/resolve.hpp"
#include "level/sector_lines.hpp"
#include "load/derived.hpp"
#include "load/load.hpp"
#include "load/map_memory.hpp"
#include "load/map_storage.hpp"
#include "model/binary.hpp"
#include "model/testing.hpp"
#include "udmf/columns.hpp"
#include "udmf/locate_fields.hpp"
#include "udmf/read.hpp"
#include "udmf/reader.hpp"
#include "udmf/shrink_to_fit.hpp"

namespace flatline::engine {

/// Kept between loads: what a load only works with, and memory that recycled maps gave back.
struct detail::LoadWorkspace {
    udmf::ReadWorkspace read;
    udmf::SliceMemory slices;
    binary::ReadWorkspace binary;
    std::unique_ptr<udmf::ColumnShare[]> column_shares;
    MapMemory blocks;
    Buffer room;
};

void detail::destroy(LoadWorkspace* workspace) noexcept { delete workspace; }

namespace {

using detail::MapStorage;

// As many as the text keeps busy.
std::size_t thread_count(const LoadOptions& options, std::size_t text_bytes) noexcept {
    const std::uint64_t least = std::max(options.thread_bytes, std::uint64_t{1});
    return static_cast<std::size_t>(
        std::min({std::uint64_t{options.threads}, text_bytes / least, std::uint64_t{Jobs::kMost}}));
}

// On several threads, into how many shares work is divided, so that all of them end at about the
// same time. Each share of the lines has rows for all sectors.
constexpr std::size_t kColumnShares = 8;
constexpr std::size_t kLineShares = 2;

// One load, stage by stage. A stage that fails leaves its findings and its status. `source` is
// that of a binary map, null for a TEXTMAP.
class Load {
public:
    Load(detail::LoadWorkspace& workspace, const MemoryHooks& hooks, const LoadOptions& options,
         const BinarySource* source, Budget& budget, MapStorage& storage,
         FindingList& findings) noexcept
        : source_(source),
          workspace_(workspace.read),
          slices_(workspace.slices),
          column_shares_(workspace.column_shares),
          binary_(workspace.binary),
          hooks_(hooks),
          options_(options),
          budget_(budget),
          storage_(storage),
          findings_(findings),
          progress_(options.progress,
                    source != nullptr ? binary::map_bytes(source->lumps) : storage.text.size()),
          jobs_(options.jobs, source != nullptr ? 1 : thread_count(options, storage.text.size())) {}

    Outcome run(flatline_arrays& arrays) noexcept {
        Outcome outcome = stages(arrays, jobs_.threads() > 1 ? &jobs_ : nullptr);
        const bool short_of_memory = outcome == Outcome::out_of_memory || budget_.wanted() != 0;
        if (short_of_memory && outcome != Outcome::ok && jobs_.threads() > 1) {
            // What other threads took may be what is missing.
            slices_.reset();
            budget_ = Budget(options_.limits.arena_bytes);
            detail::FindingEdit::clear(findings_);
            raw_ = {};
            columns_ = {};
            outcome = stages(arrays, nullptr);
        }
        if (outcome == Outcome::cancelled) {
            detail::FindingEdit::clear(findings_);  // the load has nothing to say about the map
        } else if (source_ != nullptr) {
            place_findings();
        } else if (outcome != Outcome::ok) {
            locate_refusal();
        }
        return outcome;
    }

private:
    Outcome stages(flatline_arrays& arrays, Jobs* jobs) noexcept {
        Outcome outcome = source_ != nullptr ? read_lumps() : read(jobs);
        if (outcome != Outcome::ok && !complete_) return outcome;
        const std::uint64_t announced = budget_.announced();
        if (!progress_.finish()) return Outcome::cancelled;
        // Values go to columns while indices are checked and sector lines made of them.
        const std::size_t more_shares = more_column_shares(jobs);
        udmf::ColumnBuilder columns(raw_, storage_.text, column_shares_.get(), more_shares);
        // Before other threads begin, because only this one may ask a host for memory.
        sector_lines_ = {};
        const Outcome adjacency = outcome == Outcome::ok ? take_adjacency(jobs) : outcome;
        const bool resolved = resolve(jobs, columns);
        // Missing fields are listed by the reader and bad indices here, so that one run shows all.
        if (outcome == Outcome::ok && !resolved) outcome = Outcome::refused;
        if (raw_.dialect == Dialect::srb2) note_closed_sectors();
        if (goes_on(outcome)) outcome = columns.take(hooks_, budget_, storage_.blocks.columns);
        if (goes_on(outcome)) outcome = adjacency;
        if (goes_on(outcome)) outcome = charge_sector_lines();
        if (goes_on(outcome)) {
            columns.report(findings_);
            fill(jobs, columns);
            shrink_to_fit(announced);
            publish(arrays);
            outcome =
                load_derived(options_, source_, hooks_, budget_, progress_, workspace_.scratch,
                             storage_, findings_, raw_.sectors.data(), arrays);
        }
        // A load before this one may have left it.
        const bool too_much = workspace_.scratch.size() > budget_.used() / 16;
        if (counts_memory() && too_much) workspace_.scratch.reset();
        return outcome;
    }

    // Between stages; the host may have another mind.
    bool goes_on(Outcome& outcome) noexcept {
        if (outcome == Outcome::ok && !progress_.add(0)) outcome = Outcome::cancelled;
        return outcome == Outcome::ok;
    }

    Outcome read(Jobs* jobs) noexcept {
        udmf::ReadOptions read_options;
        read_options.limits = &options_.limits;
        read_options.namespace_override = options_.namespace_override;
        read_options.grammar = options_.grammar;
        read_options.repair = options_.repair;
        const TestOptions testing = options_.testing != nullptr ? *options_.testing : TestOptions{};
        read_options.paths = testing.paths;
        read_options.kernel = testing.kernel;
        if (progress_.wanted()) read_options.progress = &progress_;
        const udmf::ReadTarget target{workspace_,          hooks_, budget_, findings_,
                                      storage_.blocks.raw, raw_};
        const unsigned char* const values = workspace_.values.data();
        const Outcome outcome =
            udmf::read_text(storage_.text, read_options, jobs, slices_, target, &complete_);
        // Memory that was not there before the load shall not be its peak; a Loader that is used
        // again keeps it.
        new_values_ = workspace_.values.data() != values && workspace_.values.is_of_system();
        return outcome;
    }

    // Where memory counts as soon as it is there, none is held that this load did not fill.
    bool counts_memory() const noexcept { return !Reservation::is_free_until_touched(hooks_); }

    // `announced` was announced for the arrays of the text and for reading it.
    void shrink_to_fit(std::uint64_t announced) noexcept {
        if (!counts_memory()) return;
        slices_.reset();
        Reservation& values = workspace_.values;
        if (values.is_wasted_on(raw_.values.charged_bytes())) values.reset();
        const std::uint64_t held = values.size() + workspace_.names.table_bytes();
        if (source_ == nullptr) {
            udmf::shrink_to_fit(hooks_, budget_, announced, held, storage_.blocks.raw, raw_);
        }
    }

    Outcome read_lumps() noexcept {
        binary::ReadOptions read_options;
        read_options.limits = &options_.limits;
        read_options.namespace_override = options_.namespace_override;
        if (progress_.wanted()) read_options.progress = &progress_;
        return source_->read(source_->lumps, read_options,
                             {binary_, workspace_.values, hooks_, budget_, findings_,
                              storage_.blocks.raw.arrays, storage_.blocks.raw.names, raw_});
    }

    // Shares beside the first one; none where there is no memory for them.
    std::size_t more_column_shares(const Jobs* jobs) noexcept {
        if (jobs == nullptr) return 0;
        if (column_shares_ == nullptr) {
            column_shares_.reset(new (std::nothrow) udmf::ColumnShare[kColumnShares - 1]);
        }
        return column_shares_ != nullptr ? kColumnShares - 1 : 0;
    }

    // Checks all indices, and counts the lines of sectors and the values of columns.
    bool resolve(Jobs* jobs, udmf::ColumnBuilder& columns) noexcept {
        level::Elements elements;
        elements.linedefs = raw_.linedefs.data();
        elements.sidedefs = raw_.sidedefs.data();
        elements.vertex_count = raw_.vertices.size();
        elements.linedef_count = raw_.linedefs.size();
        elements.sidedef_count = raw_.sidedefs.size();
        elements.sector_count = raw_.sectors.size();
        if (source_ != nullptr) {
            // The array ends behind the last vertex that is used; what a line names may still
            // exist.
            elements.vertex_count = binary::record_count(source_->lumps, FLATLINE_VERTEX);
        }
        elements.sector_lines = sector_lines_;
        const bool counts = sector_lines_.rows != nullptr;
        const std::size_t checks = counts ? sector_lines_.shares : 0;
        bool good[kLineShares] = {};
        each(jobs, checks + columns.shares(), [&](std::size_t i) {
            if (i >= checks) {
                columns.count(i - checks);
            } else {
                good[i] = level::all_good(elements, i);
            }
        });
        if (counts && std::all_of(good, good + checks, [](bool one) { return one; })) return true;
        elements.sector_lines.shares = sector_lines_.shares = 1;
        return level::resolve(elements, options_.repair, findings_);
    }

    // Pages for the lines of one share, as if all had as many.
    void take_line_pages(std::size_t share) noexcept {
        if (!storage_.blocks.adjacency.is_new()) return;
        const Share lines = share_of(sector_line_count_, share, sector_lines_.shares);
        take_pages(sector_lines_.lines + lines.begin,
                   (lines.end - lines.begin) * sizeof *sector_lines_.lines);
    }

    void fill(Jobs* jobs, udmf::ColumnBuilder& columns) noexcept {
        if (jobs != nullptr) jobs->end_with_next();
        const std::size_t shares = sector_lines_.shares;
        each(jobs, shares + columns.shares(), [&](std::size_t i) {
            if (i >= shares) {
                columns.fill(i - shares, new_values_);
            } else {
                take_line_pages(i);
                level::fill_sector_lines(linedefs(), sidedefs(), raw_.sectors.size(), sector_lines_,
                                         i);
            }
        });
        level::end_sector_lines(raw_.sectors.size(), sector_lines_);
        columns_ = columns.publish();
    }

    // Calls work(i) for all i below `count`, on other threads, too, where there are `jobs`. Without
    // them the last is first: columns are filled, and the values given back, before sector lines.
    template <class Work>
    static void each(Jobs* jobs, std::size_t count, const Work& work) noexcept {
        if (jobs != nullptr) {
            jobs->run(count, work);
        } else {
            for (std::size_t i = count; i-- > 0;) work(i);
        }
    }

    View<flatline_linedef> linedefs() const noexcept {
        return {raw_.linedefs.data(), raw_.linedefs.size()};
    }
    View<flatline_sidedef> sidedefs() const noexcept {
        return {raw_.sidedefs.data(), raw_.sidedefs.size()};
    }

    // Memory for the lines of sectors: each line has two at most. The rows are charged now, the
    // lines when they are counted.
    Outcome take_adjacency(const Jobs* jobs) noexcept {
        if (jobs != nullptr) sector_lines_.shares = kLineShares;
        Layout layout;
        layout.add(sector_lines_.shares * (raw_.sectors.size() + 1), sizeof(std::uint32_t));
        const std::uint64_t rows = layout.bytes();
        layout.add(2 * raw_.linedefs.size(), sizeof(std::uint32_t));
        budget_.announce(layout.bytes());
        if (!budget_.charge(rows)) return Outcome::over_limit;
        Reservation& memory = storage_.blocks.adjacency;
        if (!memory.ensure_whole(hooks_, layout.bytes())) return Outcome::out_of_memory;
        sector_lines_.rows = reinterpret_cast<std::uint32_t*>(memory.data());
        sector_lines_.lines = reinterpret_cast<std::uint32_t*>(memory.data() + rows);
        return Outcome::ok;
    }

    Outcome charge_sector_lines() noexcept {
        sector_line_count_ = level::add_up_sector_lines(raw_.sectors.size(), sector_lines_);
        const std::uint64_t bytes = sector_line_count_ * sizeof(std::uint32_t);
        return budget_.charge(bytes) ? Outcome::ok : Outcome::over_limit;
    }

    void publish(flatline_arrays& a) noexcept {
        a = {};
        a.vertices = raw_.vertices.data();
        a.linedefs = raw_.linedefs.data();
        a.sidedefs = raw_.sidedefs.data();
        a.sectors = raw_.sectors.data();
        a.things = raw_.things.data();
        a.names = raw_.names.data();
        a.columns = columns_.columns;
        a.ids = columns_.ids;
        a.unknowns = raw_.unknowns.data();
        a.sector_line_rows = sector_lines_.rows;
        a.sector_lines = sector_lines_.lines;
        a.vertex_count = static_cast<std::uint32_t>(raw_.vertices.size());
        a.linedef_count = static_cast<std::uint32_t>(raw_.linedefs.size());
        a.sidedef_count = static_cast<std::uint32_t>(raw_.sidedefs.size());
        a.sector_count = static_cast<std::uint32_t>(raw_.sectors.size());
        a.thing_count = static_cast<std::uint32_t>(raw_.things.size());
        a.name_count = static_cast<std::uint32_t>(raw_.names.size());
        a.column_count = columns_.column_count;
        a.id_count = columns_.id_count;
        a.unknown_count = static_cast<std::uint32_t>(raw_.unknowns.size());
        a.sector_line_count = static_cast<std::uint32_t>(sector_line_count_);
        storage_.decoded = raw_.decoded.data();
        storage_.decoded_size = raw_.decoded.size();
        storage_.map_namespace = raw_.map_namespace;
        storage_.own_namespace = raw_.own_namespace;
        storage_.dialect = raw_.dialect;
        storage_.grammar = raw_.v0_99 ? Grammar::v0_99 : Grammar::v1_1;
    }

    // Control sectors of SRB2 are closed, and their maps leave the flats out on purpose.
    void note_closed_sectors() noexcept {
        for (std::size_t i = 0; i < findings_.kept().size(); ++i) {
            const Finding& finding = findings_.kept()[i];
            if (finding.rule != static_cast<std::uint16_t>(Rule::sector_missing_field) ||
                finding.index >= raw_.sectors.size()) {
                continue;
            }
            const flatline_sector& sector = raw_.sectors.data()[finding.index];
            if (sector.heightceiling > sector.heightfloor) continue;
            detail::FindingEdit::make_note(findings_, i);
        }
    }

    // Nobody can look at the text of a refused map later, so the findings get their lines and
    // columns now.
    void locate_refusal() noexcept {
        const std::size_t count = findings_.kept().size();
        const std::unique_ptr<std::uint64_t[]> places(new (std::nothrow) std::uint64_t[count]);
        const std::unique_ptr<std::uint32_t[]> lengths(new (std::nothrow) std::uint32_t[count]);
        if (places == nullptr || lengths == nullptr) return;
        udmf::locate_findings(storage_.text, raw_.dialect, raw_.v0_99, findings_.kept(),
                              places.get(), lengths.get());
        for (std::size_t i = 0; i < count; ++i) {
            detail::FindingEdit::set_place(findings_, i, places[i], lengths[i]);
        }
    }

    // Findings about elements say where their records are.
    void place_findings() noexcept {
        for (std::size_t i = 0; i < findings_.kept().size(); ++i) {
            Finding finding = findings_.kept()[i];
            binary::place_finding(source_->lumps.hexen, finding);
            detail::FindingEdit::replace(findings_, i, finding);
        }
    }

    const BinarySource* source_;
    udmf::ReadWorkspace& workspace_;
    udmf::SliceMemory& slices_;
    std::unique_ptr<udmf::ColumnShare[]>& column_shares_;
    binary::ReadWorkspace& binary_;
    const MemoryHooks& hooks_;
    const LoadOptions& options_;
    Budget& budget_;
    MapStorage& storage_;
    FindingList& findings_;
    Progress progress_;
    Jobs jobs_;
    udmf::RawMap raw_;
    udmf::Columns columns_;
    level::SectorLines sector_lines_;
    std::uint64_t sector_line_count_ = 0;
    bool complete_ = false;  // the reader saw the whole text
    bool new_values_ = false;
};

struct UdmfKind {
    using Map = flatline::engine::Map;
    using Arrays = flatline_arrays;
    using Storage = MapStorage;
    using Workspace = detail::LoadWorkspace;
    using Options = LoadOptions;
    static constexpr Lump kLump = Lump::textmap;

    static std::uint64_t bytes(Bytes text, const Options& options) noexcept {
        const DerivedLumps& lumps = options.lumps;
        return text.size() + lumps.znodes.size() + lumps.blockmap.size() + lumps.reject.size();
    }
    static Outcome read(Workspace& workspace, const MemoryHooks& hooks, const Options& options,
                        Budget& budget, Storage& storage, FindingList& findings,
                        Arrays& arrays) noexcept {
        return Load(workspace, hooks, options, nullptr, budget, storage, findings).run(arrays);
    }
};

struct BinaryKind : UdmfKind {
    static constexpr Lump kLump = Lump::none;

    explicit BinaryKind(const BinaryLumps& map) noexcept : lumps(map) {}

    std::uint64_t bytes(Bytes, const Options&) const noexcept {
        return binary::map_bytes(lumps) + lumps.segs.size() + lumps.ssectors.size() +
               lumps.nodes.size() + lumps.blockmap.size() + lumps.reject.size();
    }

    Outcome read(Workspace& workspace, const MemoryHooks& hooks, const Options& options,
                 Budget& budget, Storage& storage, FindingList& findings,
                 Arrays& arrays) const noexcept {
        storage.format = lumps.hexen ? MapFormat::hexen : MapFormat::doom;
        storage.more_text = lumps.sectors;
        const BinarySource source{lumps, binary::read, nodes::read_binary_nodes};
        Reservation& scratch = workspace.read.scratch;
        take_together(lumps, options, hooks, storage.blocks, scratch);
        const Outcome outcome =
            Load(workspace, hooks, options, &source, budget, storage, findings).run(arrays);
        if (scratch.is_slice()) scratch.reset();  // the map may go before the Loader does
        return outcome;
    }

    const BinaryLumps& lumps;
};

}  // namespace

LoadResult<Map> Loader::load_borrowed(Bytes textmap, const LoadOptions& options) noexcept {
    return load<UdmfKind>(workspace_, memory_, textmap, Buffer(), options);
}

LoadResult<Map> Loader::load_owned(Buffer textmap, const LoadOptions& options) noexcept {
    const Bytes bytes = textmap.bytes();
    return load<UdmfKind>(workspace_, memory_, bytes, std::move(textmap), options);
}

LoadResult<Map> Loader::load_binary_borrowed(const BinaryLumps& lumps,
                                             const LoadOptions& options) noexcept {
    return load_binary_owned(lumps, Buffer(), options);
}

LoadResult<Map> Loader::load_binary_owned(const BinaryLumps& lumps, Buffer bytes,
                                          const LoadOptions& options) noexcept {
    return load<BinaryKind>(workspace_, memory_, lumps.sidedefs, std::move(bytes), options,
                            BinaryKind(lumps));
}

void Loader::recycle(Map&& map) noexcept { take_back(std::move(map), workspace_); }

Buffer take_room(Loader& loader) noexcept {
    return take_room_of(detail::Access::workspace(loader));
}

LoadResult<Map> load_borrowed(Bytes textmap, const LoadOptions& options) noexcept {
    return Loader(options.memory).load_borrowed(textmap, options);
}

LoadResult<Map> load_owned(Buffer textmap, const LoadOptions& options) noexcept {
    return Loader(options.memory).load_owned(std::move(textmap), options);
}

LoadResult<Map> load_binary_borrowed(const BinaryLumps& lumps,
                                     const LoadOptions& options) noexcept {
    return Loader(options.memory).load_binary_borrowed(lumps, options);
}

LoadResult<Map> load_binary_owned(const BinaryLumps& lumps, Buffer bytes,
                                  const LoadOptions& options) noexcept {
    return Loader(options.memory).load_binary_owned(lumps, std::move(bytes), options);
}

void locate(const Map& map, View<Finding> findings, std::uint64_t* places) noexcept {
    if (map.format() != MapFormat::udmf) {
        for (std::size_t i = 0; i < findings.size(); ++i) places[i] = findings[i].offset;
        return;
    }
    const std::string_view text = map.textmap();
    udmf::locate_findings({reinterpret_cast<const unsigned char*>(text.data()), text.size()},
                          map.dialect(), map.grammar() == Grammar::v0_99, findings, places,
                          nullptr);
}

std::uint64_t locate(const Map& map, std::uint8_t element, std::uint32_t index,
                     FieldId field) noexcept {
    if (map.format() != MapFormat::udmf) {
        return binary::place_of(map.format() == MapFormat::hexen, element, index, field).offset;
    }
    const std::string_view text = map.textmap();
    udmf::PlaceRequest request;
    request.index = index;
    request.field = field;
    request.element = element;
    udmf::locate_fields({reinterpret_cast<const unsigned char*>(text.data()), text.size()},
                        map.dialect(), map.grammar() == Grammar::v0_99, &request, 1);
    return request.offset;
}

}  // namespace flatline::engine
