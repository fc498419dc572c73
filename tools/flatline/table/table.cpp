// table/table.cpp: `flatline table`: all elements of a kind of all maps of all files as one table.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "batch/interrupt.hpp"
#include "commands.hpp"
#include "control/nearest.hpp"
#include "control/policy.hpp"
#include "game_resources.hpp"
#include "report/map_info.hpp"
#include "sha256.hpp"
#include "table/map_rows.hpp"
#include "table/report_rows.hpp"
#include "table/spool.hpp"
#include "table/writer.hpp"
#include "walk.hpp"

namespace flatline::engine::tool {
namespace {

// In memory, of one file that waits for those before it, and of a table whose columns are not
// known.
constexpr std::size_t kHeldOfFile = 1u << 20;
constexpr std::size_t kHeldOfTable = 64u << 20;

std::string column_names(const std::vector<TableColumn>& columns) {
    std::string names;
    for (const TableColumn& column : columns) {
        if (!names.empty()) names += ' ';
        names += column.name;
    }
    return names;
}

/// What the table is to be. `chosen` has the columns of --columns; empty where there is no such.
struct WantedTable {
    TableShape shape;
    std::vector<std::size_t> chosen;
};

/// Nothing after a complaint about --columns.
std::optional<WantedTable> wanted_table(Console& console) {
    const TableArguments& args = console.args.table;
    WantedTable wanted{{args.of, columns_of(args.of), {}}, {}};
    const std::vector<TableColumn>& columns = wanted.shape.columns;
    wanted.shape.is_wanted.assign(columns.size(), args.columns.empty());
    std::string_view rest = args.columns;
    while (!rest.empty()) {
        const std::string_view name = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(name.size() + 1, rest.size()));
        const auto at = std::find_if(columns.begin(), columns.end(),
                                     [&](const TableColumn& c) { return c.name == name; });
        if (at == columns.end()) {
            const auto name_of = [](const TableColumn& c) { return c.name; };
            console.complain(fmt::format("--columns: there is no column '{}'{} Columns: {}",
                                         printable(name), nearest_sentence(name, columns, name_of),
                                         column_names(columns)));
            return std::nullopt;
        }
        const auto column = static_cast<std::size_t>(at - columns.begin());
        if (wanted.shape.is_wanted[column]) {
            console.complain(fmt::format("--columns: '{}' is named twice", name));
            return std::nullopt;
        }
        wanted.shape.is_wanted[column] = true;
        wanted.chosen.push_back(column);
    }
    return wanted;
}

/// Takes all rows in their order. CSV and NDJSON need the names of all columns before the first
/// row, and the last map may bring one. So rows wait in a spool until that map is loaded, and every
/// file is read once.
class TableOutput {
public:
    TableOutput(const WantedTable& wanted, TableFormat format, Output& out)
        : wanted_(wanted),
          columns_(wanted.shape.columns),
          out_(out),
          is_used_(columns_.size()),
          writer_(make_table_writer(format, columns_, out)),
          spool_(columns_, kHeldOfTable) {
        const bool any_open = std::any_of(columns_.begin(), columns_.end(), is_open);
        waits_ = writer_->needs_columns() && any_open && wanted.chosen.empty();
    }

    void add(const RowBatch& batch) {
        is_empty_ = false;
        for (const RowBatch::Cells& cells : batch.columns) is_used_[cells.column] = true;
        if (waits_) return spool_.add(batch);
        begin();
        writer_->add(batch);
    }
    bool is_empty() const { return is_empty_; }
    /// The rows to come are those of the last map, which has these columns.
    void know_last(const std::vector<std::size_t>& columns) {
        for (const std::size_t column : columns) is_used_[column] = true;
        is_empty_ = false;
        end_waiting();
    }
    void end() {
        end_waiting();
        writer_->end(chosen());
    }

private:
    static bool is_open(const TableColumn& column) { return column.filled_by == FilledBy::field; }
    void begin() {
        if (!std::exchange(has_begun_, true)) writer_->begin(chosen());
    }
    void end_waiting() {
        begin();
        if (!std::exchange(waits_, false)) return;
        const int error = spool_.take_all([this](const RowBatch& batch) {
            writer_->add(batch);
            return !out_.failed();
        });
        if (error != 0) out_.fail(error);
    }
    std::vector<std::size_t> chosen() const {
        if (!wanted_.chosen.empty()) return wanted_.chosen;
        std::vector<std::size_t> all;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (!is_open(columns_[i]) || is_used_[i]) all.push_back(i);
        }
        return all;
    }

    const WantedTable& wanted_;
    const std::vector<TableColumn>& columns_;
    Output& out_;
    std::vector<bool> is_used_;
    std::unique_ptr<TableWriter> writer_;
    BatchSpool spool_;
    bool waits_ = false;
    bool has_begun_ = false;
    bool is_empty_ = true;  // no row has come
};

/// Goes through the maps of a run, on the threads of --jobs, and gives their rows to the output.
class TableRun {
public:
    TableRun(Console& console, const WantedTable& wanted)
        : console_(console),
          shape_(wanted.shape),
          output_(wanted, console.args.table.format, console.out),
          complaints_(console.err, console.err_style),
          policy_(console.args.control, console.args.given_levels, nullptr, nullptr) {}

    int run() {
        GameResources game(console_);
        const bool checks = shape_.kind == TableKind::findings;
        LookOptions look{console_.args, checks ? Rules::all : Rules::load, game.get()};
        look.shares_twins = false;  // rows come in the order of maps
        look.added = [this](const Session& session, FileReport& report, bool is_last) {
            add(session, report, is_last);
        };
        for (FileReport& report : game.reports()) take(std::move(report));
        const bool wrong_walk =
            walk(console_, look, [this](FileReport report) { take(std::move(report)); }).wrong_use;
        const bool wrong_use = wrong_walk || game.wrong_use();
        if (wrong_use && output_.is_empty()) return kExitUsage;
        output_.end();
        if (interrupted() != 0) return exit_code_of(interrupted());
        if (wrong_use) return kExitUsage;
        return totals_.refused == 0 && !totals_.container_error ? kExitOk : kExitFindings;
    }

private:
    void add(const Session& session, FileReport& report, bool is_last) {
        if (session.status != MapStatus::ok) return;
        MapRows rows(shape_, session, console_.args, report.digest ? report.digest->sha256 : "");
        const bool is_in_turn = std::this_thread::get_id() == thread_;
        if (!is_in_turn && report.rows == nullptr) {
            report.rows = std::make_shared<BatchSpool>(shape_.columns, kHeldOfFile);
        }
        if (is_in_turn && is_last && !rows.is_empty()) output_.know_last(rows.fields());
        rows.each([&](const RowBatch& batch) {
            is_in_turn ? output_.add(batch) : report.rows->add(batch);
            return !console_.out.failed() && interrupted() == 0;
        });
    }

    void take(FileReport report) {
        if (shape_.kind == TableKind::findings) policy_.apply(report);
        totals_.add(report);
        print_container(report);
        for (const MapReport& map : report.maps) {
            if (map.status == MapStatus::refused) complaints_.print_map(map);
        }
        const auto use = [this](const RowBatch& batch) {
            output_.add(batch);
            return !console_.out.failed();
        };
        if (report.rows != nullptr) {
            const int error = report.rows->take_all(use);
            if (error != 0) console_.out.fail(error);
        }
        each_report_row(shape_, report, file_, use);
        if (report.kind == FileKind::file) ++file_;
        console_.err.flush();
    }

    void print_container(const FileReport& report) {
        report.maps.empty() ? complaints_.print_container(report)
                            : complaints_.print_container_errors(report);
    }

    Console& console_;
    const TableShape& shape_;
    TableOutput output_;
    FindingText complaints_;
    ControlPolicy policy_;
    Totals totals_;
    std::int32_t file_ = 0;
    const std::thread::id thread_ = std::this_thread::get_id();
};

}  // namespace

int run_table(Console& console) {
    hear_interrupts();
    if (console.args.table.format == TableFormat::parquet && console.out.is_terminal()) {
        console.complain("--format parquet is for a file: -o FILE");
        return kExitUsage;
    }
    const std::optional<WantedTable> wanted = wanted_table(console);
    return wanted ? TableRun(console, *wanted).run() : kExitUsage;
}

}  // namespace flatline::engine::tool
