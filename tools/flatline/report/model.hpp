// report/model.hpp: reports about files and maps, as values that own all their data.
//
// A worker thread makes a FileReport with a Loader of its own (walk.hpp: look_at); it holds no view
// of a map, a document or an archive. The thread that prints takes the FileReports in order and
// gives each to a Report (report/report.hpp), which lets policies change it, counts it and hands it
// to every sink (report/sink.hpp).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/check.hpp"
#include "model/findings.hpp"
#include "model/map_format.hpp"
#include "model/verdict.hpp"
#include "report/tally.hpp"
#include "sha256.hpp"

namespace flatline::engine::tool {

/// One finding with its sentence.
struct ReportedFinding {
    Rule rule = Rule::count_;  ///< count_: of a newer library than this program knows
    Severity severity = Severity::note;
    bool refuses = false;         ///< it is why there is no map; it cannot be ignored
    std::string file;             ///< as printed: with the file inside an archive
    std::size_t host_size = 0;    ///< bytes of `file` that name the file on disk
    std::string map;              ///< "" for one about a container
    std::string_view lump;        ///< static; "" where it is in no lump of a map
    std::uint64_t line = 0;       ///< from 1; 0: not in a text
    std::uint64_t column = 0;     ///< from 1, in bytes; 0: not in a text
    std::uint64_t character = 0;  ///< the column in code points
    std::uint64_t offset = FLATLINE_NO_OFFSET;
    std::uint64_t file_offset = FLATLINE_NO_OFFSET;  ///< `offset` in the file on disk, if in one
    std::uint64_t length = 0;  ///< bytes at `offset` that it is about; 0: none
    std::uint8_t element = FLATLINE_MAP;
    std::uint32_t index = FLATLINE_NONE;
    std::string field;  ///< canonical, or as written where it is unknown; "": none
    std::uint8_t related_element = FLATLINE_MAP;
    std::uint32_t related = FLATLINE_NONE;
    double x = std::numeric_limits<double>::quiet_NaN();  ///< NaN: no place on the map
    double y = 0;
    bool silenced = false;     ///< its element asks not to hear of it: control/silence.hpp
    std::string message;       ///< element and sentence, without lump and rule
    bool tells_point = false;  ///< `message` names the place on the map
    std::string name;          ///< of a texture or flat that it is about, "" for none
    /// Of a finding about a pair what names each of the two alone: which of them is reported, and
    /// with which partner, depends on how they are numbered. Else empty.
    std::vector<std::string> pair;
    std::string fingerprint;  ///< 32 hexadecimal digits: report/fingerprint.hpp

    /// The file on disk, and the file inside it, "" for none. They view `file`.
    std::string_view host_file() const { return std::string_view(file).substr(0, host_size); }
    std::string_view inner() const;
    bool has_point() const { return x == x; }
    /// "linedef", "thing", ... of `element` and `related_element`. Static.
    std::string_view element_word() const { return element_name(element); }
    std::string_view related_word() const { return element_name(related_element); }
    /// The id of the rule. Static.
    std::string_view rule_id() const;
};

/// The id of a rule; of one of a newer library "unknown-rule". Static.
std::string_view rule_id(Rule rule);

enum class MapStatus { ok, refused, unsupported };
std::string_view status_name(MapStatus status);

/// A name and a number, as "counts" of JSON has them.
struct NamedCount {
    std::string_view name;  ///< static
    std::uint64_t count;
};

/// What a port would make of a map, of --target.
struct PortVerdict {
    Port port;
    Judgement judgement;
    std::string_view rule;  ///< static; the id of the rule or fact that decides, "" where none does
};

struct MapStats;
class BatchSpool;

/// One map, loaded or not.
struct MapReport {
    std::string file;  ///< as printed: with the file inside an archive
    std::string name;
    std::size_t number = 0;  ///< among all maps of the file
    MapStatus status = MapStatus::unsupported;
    MapFormat format = MapFormat::udmf;
    std::optional<std::string> name_space;  ///< of a map of arrays that is loaded
    std::vector<NamedCount> counts;         ///< of a loaded map
    std::string words;  ///< the counts in words, printable; "" where the map is not loaded
    /// In order of place; at most as many as the limits `findings` and `finding-lines` say.
    std::vector<ReportedFinding> findings;
    Tally tally;                            ///< of all of them, also those beyond the limits
    std::uint64_t suppressed = 0;           ///< findings that a policy has left out
    RuleSet not_run;                        ///< rules without the resources that they need
    std::vector<PortVerdict> verdicts;      ///< of the ports of --target
    std::string info;                       ///< of info: what it prints about the map
    std::shared_ptr<const MapStats> stats;  ///< of stats: what it counts of a map of arrays
};

/// A file with maps inside an archive or folder, as --dedupe knows it.
struct InnerFile {
    std::string path;  ///< as printed
    FileDigest digest;
    bool is_reported = false;  ///< all its maps were loaded and reported
    bool is_skipped = false;   ///< an earlier one has its bytes, so nobody looked at it
    std::string same_as;       ///< the first file with the same bytes
};

/// What the results of one file count, which an earlier run has written.
struct ResultCounts {
    std::uint64_t maps = 0;
    std::uint64_t refused = 0;
    std::uint64_t unsupported = 0;
    std::uint64_t errors = 0;
    std::uint64_t warnings = 0;
    std::uint64_t same = 0;  ///< files in it with the bytes of an earlier one
    bool container_error = false;
};

/// What a FileReport is about. The summary counts only files.
enum class FileKind {
    file,       ///< a file, an archive, a folder laid out like one, or standard input
    folder,     ///< a folder in which no map was met
    resources,  ///< what --resources names
};

/// One file, folder or standard input with the maps in it that are wanted.
struct FileReport {
    std::string path;
    FileKind kind = FileKind::file;
    std::vector<ReportedFinding> findings;  ///< about the container or a file in it, not a map
    Tally tally;                            ///< of those, also beyond the limit
    std::uint64_t suppressed = 0;           ///< findings that a policy has left out
    bool container_error = false;           ///< the container or a file in it cannot be used
    std::uint64_t map_count = 0;            ///< maps in it, wanted or not
    std::uint64_t not_looked_at = 0;        ///< wanted maps for which work or time did not suffice
    std::vector<MapReport> maps;
    std::vector<std::string> other_maps;  ///< names that --map leaves out
    std::optional<FileDigest> digest;     ///< of one file, where it was asked for
    double seconds = 0;                   ///< that the work on it took
    bool is_skipped = false;       ///< of --dedupe: not looked at, an earlier one has its bytes
    std::string same_as;           ///< of --dedupe: the earlier file with the same bytes
    std::vector<InnerFile> inner;  ///< of --dedupe: files in it; at last, those with same_as
    std::optional<ResultCounts> earlier;  ///< of --resume: what an earlier run found in it
    std::shared_ptr<BatchSpool> rows;     ///< of table: the rows of its maps

    /// True for a sound archive without any entry, or one with nothing but notes about it.
    bool is_empty() const { return map_count == 0 && tally.errors + tally.warnings == 0; }
    /// True where it says something: a map, or why there is none.
    bool says_something() const {
        return map_count != 0 || tally.total() != 0 || is_reported_elsewhere();
    }
    /// True where nothing was looked at: what there is to say stands elsewhere.
    bool is_reported_elsewhere() const { return !same_as.empty() || earlier; }
};

/// The ids of a set's rules in the order of rule_rows(). Static.
std::vector<std::string_view> ids_of(const RuleSet& rules);

/// How many findings of a rule and severity a run had.
struct RuleStatistic {
    Rule rule;
    Severity severity;
    std::uint64_t count;
};

/// The numbers of a run.
struct Totals {
    std::uint64_t files = 0;
    std::uint64_t maps = 0;
    std::uint64_t refused = 0;
    std::uint64_t unsupported = 0;
    std::uint64_t not_looked_at = 0;  ///< maps besides those
    RuleSet not_run;                  ///< rules without the resources that they need, on some map
    Tally findings;
    RuleCounts by_rule;            ///< all findings, kept or not
    std::uint64_t suppressed = 0;  ///< findings that a policy has left out
    bool container_error = false;
    std::uint64_t looked_at = 0;  ///< files and folders without maps
    std::uint64_t empty = 0;      ///< those of them that are FileReport::is_empty
    /// Files, also inside archives, with the bytes of an earlier one, which --dedupe left out.
    std::uint64_t same = 0;
    std::uint64_t resumed = 0;  ///< files of which --resume kept the results

    bool only_empty() const { return looked_at != 0 && empty == looked_at; }
    void add(const FileReport& file);
    void add(const MapReport& map);
    void add(const ResultCounts& counts);

private:
    void count(const std::vector<ReportedFinding>& kept, const Tally& tally);
};

/// The findings of a run by rule and severity, most first; of equally many those of the first rule.
std::vector<RuleStatistic> statistics_of(const Totals& totals);

}  // namespace flatline::engine::tool
