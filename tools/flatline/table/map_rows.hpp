// table/map_rows.hpp: the rows of a loaded map, from its arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/games.hpp"
#include "model/runtime.hpp"
#include "session.hpp"
#include "table/batch.hpp"

namespace flatline::engine::tool {

/// The table that a run makes.
struct TableShape {
    TableKind kind;
    std::vector<TableColumn> columns;  ///< columns_of(kind)
    std::vector<bool> is_wanted;       ///< of each
};

/// Makes the rows of one map. Arguments must outlive it; batches view the map.
class MapRows {
public:
    /// `file_sha256`: "" if the map is in no file. Precondition: the map is loaded.
    MapRows(const TableShape& shape, const Session& session, const Arguments& args,
            std::string file_sha256);

    bool is_empty() const { return elements_.count == 0; }
    /// The columns of FilledBy::field that some row has.
    std::vector<std::size_t> fields() const;
    /// Calls `use` with all rows in order; it may not keep the batch, and returns false to end
    /// this.
    void each(const std::function<bool(const RowBatch&)>& use);

private:
    /// The rows of a batch.
    struct Range {
        std::uint32_t first, count;
    };
    /// Structs one after another.
    struct Elements {
        const unsigned char* first = nullptr;
        std::size_t stride = 0;
        std::uint32_t count = 0;
    };
    /// A column of the map, and its first entry that is in no batch yet.
    struct GivenField {
        const flatline_column* column = nullptr;
        std::uint32_t next = 0;
    };
    /// One derived column of one kind.
    struct Derived {
        TableKind kind;
        std::string_view name;
        void (MapRows::*fill)(Range, ColumnValues&);
    };
    static const Derived kDerived[];

    Elements elements() const;
    void find_unknown();
    /// Null if a limit or the memory forbids it. Built for the first column that asks.
    const Runtime* runtime();
    void fill(std::size_t column, Range range);
    void fill_key(std::size_t column);
    void fill_member(const TableColumn& column, Range range, ColumnValues& values) const;
    void fill_name(const unsigned char* from, Range range, ColumnValues& values);
    void fill_field(std::size_t column, Range range);
    void fill_comment(std::size_t column, Range range);
    void fill_unknown(std::size_t column, Range range);
    void put_field(const flatline_column& field, std::uint32_t entry, std::size_t row,
                   ValueType type, ColumnValues& values);

    void fill_length(Range range, ColumnValues& values);
    bool is_in(std::uint32_t side, std::uint32_t sector) const;
    void fill_area(Range range, ColumnValues& values);
    template <double flatline_sector_bounds::*kEdge>
    void fill_bound(Range range, ColumnValues& values);
    void fill_thing_sector(Range range, ColumnValues& values);
    void fill_thing_name(Range range, ColumnValues& values);
    void fill_thing_category(Range range, ColumnValues& values);
    void fill_class_name(Range range, ColumnValues& values);
    void fill_keys(Range range, ColumnValues& values);
    void fill_brush_kind(Range range, ColumnValues& values);
    void fill_plane_space(Range range, ColumnValues& values);

    const TableShape& shape_;
    const Session& session_;
    const Map& map_;
    const Doom3Map& doom3_;
    const std::string sha256_;
    Elements elements_;
    Game game_ = Game::automatic;
    Limits limits_;
    std::vector<GivenField> given_;       ///< by column
    std::vector<std::uint64_t> unknown_;  ///< entries of map_.unknowns() for this kind, ascending
    std::size_t next_unknown_ = 0;
    std::vector<std::string_view> names_;  ///< of the map, as text of cells
    std::deque<std::string> made_names_;
    std::optional<Result<Runtime>> runtime_;
    RowBatch batch_;
};

}  // namespace flatline::engine::tool
