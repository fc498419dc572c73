// Opens a baked file: makes the map over its bytes, then looks at all of it.
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "bake/format.hpp"
#include "bake/verify.hpp"
#include "base/element_count.hpp"
#include "base/finding_edit.hpp"
#include "base/take_memory.hpp"
#include "load/doom3_storage.hpp"
#include "load/map_storage.hpp"
#include "load/stored.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine {
namespace bake {
namespace {

struct LoadFacts {
    MemoryUse memory;
    std::uint64_t work = 0;
};
LoadFacts facts_of(const Facts& facts) noexcept {
    return {{facts.memory_announced, facts.memory_used, facts.by_size != 0}, facts.work};
}

bool is_aligned(Bytes file) noexcept {
    return reinterpret_cast<std::uintptr_t>(file.data()) % kFileAlignment == 0;
}

// The findings of the load, as the load kept and counted them.
bool take_findings(const OpenFile& file, std::size_t kept_at, std::size_t left_out_at,
                   const Limits& limits, FindingList& findings) noexcept {
    if (file.bytes(kept_at) % sizeof(Finding) != 0) return false;
    const View<Finding> kept = file.view<Finding>(kept_at);
    if (!verify_findings(kept, limits)) return false;
    findings = FindingList(UINT64_MAX, UINT64_MAX);
    for (const Finding& finding : kept) findings.add(finding);
    if (!file.has(left_out_at)) return true;
    if (!file.holds<std::uint64_t>(left_out_at, kLeftOutCounts)) return false;
    const View<std::uint64_t> counts = file.view<std::uint64_t>(left_out_at);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] >= kTooMany) return false;
        if (counts[i] == 0) continue;
        detail::FindingEdit::leave_out(findings, static_cast<Rule>(i / 3),
                                       static_cast<Severity>(i % 3), counts[i]);
    }
    return true;
}

// The pointers of the columns, which lie in memory of the map.
Outcome take_columns(const OpenFile& file, std::size_t rows_at, std::size_t values_at,
                     const BakedOptions& options, Budget& budget, Reservation& memory,
                     flatline_arrays& arrays) noexcept {
    const View<BakedColumn> rows = file.view<BakedColumn>(rows_at);
    if (rows.empty()) return file.bytes(values_at) == 0 ? Outcome::ok : Outcome::refused;
    if (!file.has(values_at) || rows.size() > udmf::field_count()) return Outcome::refused;
    std::uint64_t end = 0;
    for (const BakedColumn& row : rows) {
        if (row.kind > FLATLINE_IDS) return Outcome::refused;
        place_column(row.kind, row.count, end);
    }
    if (end != file.bytes(values_at)) return Outcome::refused;
    const Outcome taken =
        take_memory(rows.size() * sizeof(flatline_column), options.memory, budget, memory);
    if (taken != Outcome::ok) return taken;
    auto* const columns = reinterpret_cast<flatline_column*>(memory.data());
    const unsigned char* const values = file.data(values_at);
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ColumnPlace place = place_column(rows[i].kind, rows[i].count, at);
        flatline_column& column = *new (columns + i) flatline_column{};
        column.field = rows[i].field;
        column.element = rows[i].element;
        column.kind = rows[i].kind;
        column.count = rows[i].count;
        column.elements = reinterpret_cast<const std::uint32_t*>(values + place.elements);
        column.values.booleans = values + place.values;
    }
    arrays.columns = columns;
    return Outcome::ok;
}

constexpr std::size_t column_row() noexcept {
    std::size_t i = 0;
    while (BakedRows<flatline_arrays>::kArrays[i].form != Form::columns) ++i;
    return i;
}

class MapOpening {
public:
    using S = Sections<flatline_arrays>;

    MapOpening(const BakedOptions& options, Budget& budget, detail::MapStorage& storage,
               flatline_arrays& arrays) noexcept
        : options_(options), budget_(budget), storage_(storage), arrays_(arrays) {}

    Outcome run(const OpenFile& file, FindingList& findings, LoadFacts& of_load) noexcept {
        if (!file.holds<Facts>(facts, 1)) return Outcome::refused;
        std::memcpy(&facts_, file.data(facts), sizeof facts_);
        if (!file.take(image, first_array, arrays_) || !take_text(file) || !take_records(file) ||
            !take_findings(file, S::findings, S::left_out, options_.limits, findings)) {
            return Outcome::refused;
        }
        of_load = facts_of(facts_);
        constexpr std::size_t kColumns = first_array + column_row();
        Outcome outcome = take_columns(file, kColumns, S::column_values, options_, budget_,
                                       storage_.blocks.columns, arrays_);
        if (outcome != Outcome::ok) return outcome;
        if (!verify_map(arrays_, facts_, storage_.text, options_.limits)) return Outcome::refused;
        outcome = verify_derived(arrays_, facts_, storage_.text, options_.limits, options_.memory,
                                 budget_);
        if (outcome == Outcome::ok && !take_runtime(file)) outcome = Outcome::refused;
        if (outcome == Outcome::ok) fill_storage();
        return outcome;
    }

private:
    bool take_text(const OpenFile& file) noexcept {
        storage_.text = file.view<unsigned char>(S::texts);
        storage_.baked_text = options_.text;
        return options_.text.data() == nullptr || options_.text.size() == facts_.text_bytes;
    }

    bool take_records(const OpenFile& file) noexcept {
        const bool udmf = facts_.format == static_cast<std::uint32_t>(MapFormat::udmf);
        const bool hexen = facts_.format == static_cast<std::uint32_t>(MapFormat::hexen);
        for (std::uint8_t i = 0; i <= FLATLINE_THING; ++i) {
            const std::uint32_t bytes = facts_.record_bytes[i];
            const std::uint64_t held = file.bytes(S::records + i);
            if (bytes == 0) {
                if (held != 0) return false;
                continue;
            }
            if (udmf || bytes != stored_record_bytes(i, hexen) || held % bytes != 0) return false;
            const std::uint64_t count = held / bytes;
            const std::uint32_t elements = element_count(arrays_, i);
            // VERTEXES goes on with the vertices of a node builder.
            const bool fits = i == FLATLINE_VERTEX ? count >= elements : count == elements;
            if ((!fits && held != 0) || count > UINT32_MAX) return false;
            storage_.stored[i] = {file.data(S::records + i), bytes,
                                  static_cast<std::uint32_t>(count)};
        }
        return true;
    }

    bool take_runtime(const OpenFile& file) noexcept {
        if (!file.has(S::runtime)) return true;
        return file.take(S::runtime, S::first_runtime, storage_.runtime) &&
               verify_runtime(storage_.runtime, arrays_);
    }

    void fill_storage() noexcept {
        storage_.is_baked = true;
        storage_.baked_text_bytes = facts_.text_bytes;
        storage_.map_namespace = facts_.map_namespace;
        storage_.own_namespace = facts_.own_namespace;
        storage_.dialect = static_cast<Dialect>(facts_.dialect);
        storage_.grammar = static_cast<Grammar>(facts_.grammar);
        storage_.format = static_cast<MapFormat>(facts_.format);
    }

    const BakedOptions& options_;
    Budget& budget_;
    detail::MapStorage& storage_;
    flatline_arrays& arrays_;
    Facts facts_{};
};

class Doom3Opening {
public:
    using S = Sections<flatline_doom3_arrays>;

    Doom3Opening(const BakedOptions& options, Budget&, detail::Doom3Storage& storage,
                 flatline_doom3_arrays& arrays) noexcept
        : options_(options), storage_(storage), arrays_(arrays) {}

    Outcome run(const OpenFile& file, FindingList& findings, LoadFacts& of_load) noexcept {
        Facts own{};
        if (!file.holds<Facts>(facts, 1)) return Outcome::refused;
        std::memcpy(&own, file.data(facts), sizeof own);
        storage_.text = file.view<unsigned char>(S::texts);
        storage_.complete = own.complete != 0;
        of_load = facts_of(own);
        const bool good =
            file.take(image, first_array, arrays_) &&
            take_findings(file, S::findings, S::left_out, options_.limits, findings) &&
            verify_doom3(arrays_, storage_.text, options_.limits);
        return good ? Outcome::ok : Outcome::refused;
    }

private:
    const BakedOptions& options_;
    detail::Doom3Storage& storage_;
    flatline_doom3_arrays& arrays_;
};

// The frame of an opening. `owned` and `text` become the map's.
template <class MapType, class Opening, class Storage, class Arrays>
Opened<MapType> open_file(Bytes bytes, Kind kind, std::size_t sections, Buffer&& owned,
                          Buffer& text, const BakedOptions& options) noexcept {
    Opened<MapType> opened;
    opened.status = Status::unusable;
    OpenFile file;
    if (!is_aligned(bytes) || !file.open(bytes, kind, sections, options.key)) return opened;
    std::unique_ptr<Storage> storage(new (std::nothrow) Storage);
    Budget budget(options.limits.arena_bytes);
    Arrays arrays{};
    Outcome outcome = Outcome::out_of_memory;
    if (storage != nullptr) {
        LoadFacts of_load;
        outcome = Opening(options, budget, *storage, arrays).run(file, opened.findings, of_load);
        opened.of_load = of_load.memory;
        opened.work_of_load = of_load.work;
    }
    opened.memory = {budget.announced(), budget.used(), budget.by_size()};
    if (outcome == Outcome::ok) {
        storage->baked = std::move(owned);
        storage->owned = std::move(text);  // of a UDMF map
        detail::Access::owned(opened.value) =
            detail::Owned<Storage, Arrays>(storage.release(), arrays);
        opened.status = Status::ok;
        return opened;
    }
    opened.findings = {};
    if (outcome == Outcome::out_of_memory) {
        opened.status = Status::out_of_memory;
        opened.findings.add(make_finding(Rule::out_of_memory));
    }
    return opened;
}

}  // namespace
}  // namespace bake

Opened<Map> open_baked_owned(Buffer file, Buffer& text, BakedOptions options) noexcept {
    if (text.data() != nullptr) options.text = text.bytes();
    const Bytes bytes = file.bytes();
    return bake::open_file<Map, bake::MapOpening, detail::MapStorage, flatline_arrays>(
        bytes, bake::Kind::map, bake::MapOpening::S::count, std::move(file), text, options);
}

Opened<Map> open_baked(Bytes file, const BakedOptions& options) noexcept {
    Buffer none;
    return bake::open_file<Map, bake::MapOpening, detail::MapStorage, flatline_arrays>(
        file, bake::Kind::map, bake::MapOpening::S::count, Buffer(), none, options);
}

Opened<Doom3Map> open_baked_doom3_owned(Buffer file, const BakedOptions& options) noexcept {
    const Bytes bytes = file.bytes();
    Buffer none;
    return bake::open_file<Doom3Map, bake::Doom3Opening, detail::Doom3Storage,
                           flatline_doom3_arrays>(
        bytes, bake::Kind::doom3, bake::Doom3Opening::S::count, std::move(file), none, options);
}

Opened<Doom3Map> open_baked_doom3(Bytes file, const BakedOptions& options) noexcept {
    Buffer none;
    return bake::open_file<Doom3Map, bake::Doom3Opening, detail::Doom3Storage,
                           flatline_doom3_arrays>(
        file, bake::Kind::doom3, bake::Doom3Opening::S::count, Buffer(), none, options);
}

const flatline_runtime* baked_runtime(const Map& map) noexcept {
    const detail::MapStorage* storage = detail::Access::owned(map).storage();
    return storage != nullptr && storage->runtime.tables != 0 ? &storage->runtime : nullptr;
}

}  // namespace flatline::engine
