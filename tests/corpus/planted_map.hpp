// A real map as one text, and edits of it that plant a fault.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/binary.hpp"
#include "model/check.hpp"
#include "model/load.hpp"
#include "model/write.hpp"
#include "support/load_text.hpp"

namespace planted {

using Place = std::pair<double, double>;

/// "rule element index field" of the findings of a load, and of all rules where it succeeded.
inline std::set<std::string> findings_of(
    const flatline::engine::LoadResult<flatline::engine::Map>& loaded) {
    std::set<std::string> all;
    const auto add = [&](const flatline::engine::FindingList& list) {
        for (const flatline::engine::Finding& f : list.kept()) {
            std::string line(load_text::rule_id(f));
            line += " " + std::string(flatline::engine::element_name(f.element));
            if (f.index != FLATLINE_NONE) line += " " + std::to_string(f.index);
            if (f.field != FLATLINE_NO_FIELD) {
                line += " " + std::string(flatline::engine::field_name(f.field));
            }
            all.insert(line);
        }
    };
    add(loaded.findings);
    if (!loaded) return all;
    flatline::engine::CheckOptions options;
    options.limits.findings = 1000000;
    add(flatline::engine::check(loaded.value, options).findings);
    return all;
}

inline flatline::engine::LoadOptions all_findings() {
    flatline::engine::LoadOptions options;
    options.limits.findings = 1000000;
    return options;
}

inline std::set<std::string> findings_of(const std::string& text) {
    return findings_of(load_text::load(text, all_findings()));
}

inline flatline::engine::Sink sink_of(std::string& out) {
    return {[](void* context, const unsigned char* bytes, std::size_t size) {
                static_cast<std::string*>(context)->append(reinterpret_cast<const char*>(bytes),
                                                           size);
                return true;
            },
            &out};
}

/// Whether the text can be written as lumps of Doom's format; then what is found in them.
inline bool findings_in_lumps(const std::string& text, std::set<std::string>& found) {
    const auto loaded = load_text::load(text);
    if (!loaded || loaded.value.map_namespace() != "doom") return false;
    std::string lumps[5];
    if (!flatline::engine::write_binary(loaded.value,
                                        {sink_of(lumps[0]), sink_of(lumps[1]), sink_of(lumps[2]),
                                         sink_of(lumps[3]), sink_of(lumps[4])})) {
        return false;
    }
    flatline::engine::BinaryLumps records;
    records.vertexes = load_text::bytes(lumps[0]);
    records.linedefs = load_text::bytes(lumps[1]);
    records.sidedefs = load_text::bytes(lumps[2]);
    records.sectors = load_text::bytes(lumps[3]);
    records.things = load_text::bytes(lumps[4]);
    found = findings_of(flatline::engine::load_binary_borrowed(records, all_findings()));
    return true;
}

/// One map: its arrays, its text with one assignment a line, and what is near what.
class Map {
public:
    explicit Map(const flatline::engine::Map& from) {
        flatline::engine::TextmapOptions options;
        options.style = flatline::engine::TextStyle::compact;
        EXPECT_TRUE(flatline::engine::write_textmap(from, sink_of(text_), options));
        loaded_ = load_text::load(text_);
        EXPECT_TRUE(loaded_) << load_text::story(loaded_, text_, flatline::engine::Severity::error);
        find_blocks();
        for (std::uint32_t i = 0; i < map().linedefs().size(); ++i) {
            lines_at_[place(i, 0)].push_back(i);
            lines_at_[place(i, 1)].push_back(i);
        }
        side_lines_.resize(map().sidedefs().size());
        for (std::uint32_t i = 0; i < map().linedefs().size(); ++i) {
            for (const std::uint32_t side : sides(i)) side_lines_[side].push_back(i);
        }
    }
    Map(const Map&) = delete;
    Map& operator=(const Map&) = delete;

    const flatline::engine::Map& map() const { return loaded_.value; }
    const std::string& text() const { return text_; }
    std::string_view name_space() const { return map().map_namespace(); }

    Place place(std::uint32_t line, int end) const {
        const auto& l = map().linedefs()[line];
        const auto& v = map().vertices()[end == 0 ? l.v1 : l.v2];
        return {v.x + 0.0, v.y + 0.0};
    }
    const std::vector<std::uint32_t>& lines_at(const Place& at) const { return lines_at_.at(at); }
    bool has_length(std::uint32_t line) const { return place(line, 0) != place(line, 1); }
    bool has_back(std::uint32_t line) const {
        return map().linedefs()[line].sideback != FLATLINE_NONE;
    }
    std::vector<std::uint32_t> sides(std::uint32_t line) const {
        const auto& l = map().linedefs()[line];
        if (!has_back(line)) return {l.sidefront};
        return {l.sidefront, l.sideback};
    }
    const std::vector<std::uint32_t>& lines_of_side(std::uint32_t side) const {
        return side_lines_[side];
    }
    std::uint32_t sector(std::uint32_t side) const { return map().sidedefs()[side].sector; }

    /// Sides of a sector that begin at a place, and that end there.
    std::pair<int, int> ends_at(const Place& at, std::uint32_t in) const {
        std::pair<int, int> count;
        for (const std::uint32_t line : lines_at(at)) {
            if (!has_length(line)) continue;
            const bool begins = place(line, 0) == at;
            const auto& l = map().linedefs()[line];
            if (sector(l.sidefront) == in) ++(begins ? count.first : count.second);
            if (has_back(line) && sector(l.sideback) == in) ++(begins ? count.second : count.first);
        }
        return count;
    }

    /// The map's text with some of it replaced and more after it.
    class Edit {
    public:
        explicit Edit(const Map& of) : of_(of) {}
        /// Gives a field another value, or a value at all.
        void set(int kind, std::uint32_t index, const std::string& key, const std::string& value) {
            const std::size_t open = of_.blocks_[kind][index];
            const std::size_t end = of_.text_.find("\n}", open);
            const std::size_t at = of_.text_.find("\n" + key + "=", open);
            if (at == std::string::npos || at > end) {
                changes_[open].second += "\n" + key + "=" + value + ";";
            } else {
                const std::size_t from = at + 2 + key.size();
                changes_[from] = {of_.text_.find(";\n", from) - from, value};
            }
        }
        /// Adds an element; its index.
        std::uint32_t add(int kind, const std::string& fields) {
            more_ += std::string(kKinds[kind]) + "{\n" + fields + "}\n";
            return static_cast<std::uint32_t>(of_.blocks_[kind].size()) + added_[kind]++;
        }
        /// The fields of an element, one a line.
        std::string fields(int kind, std::uint32_t index) const {
            const std::size_t open = of_.blocks_[kind][index] + 1;
            return of_.text_.substr(open, of_.text_.find("\n}", open - 1) + 1 - open);
        }
        std::string text() const {
            std::string out;
            std::size_t done = 0;
            for (const auto& [at, change] : changes_) {
                out.append(of_.text_, done, at - done);
                out += change.second;
                done = at + change.first;
            }
            return out.append(of_.text_, done, std::string::npos) + more_;
        }

    private:
        const Map& of_;
        std::map<std::size_t, std::pair<std::size_t, std::string>> changes_;
        std::string more_;
        std::uint32_t added_[5] = {};
    };

    enum Kind { kVertex, kLine, kSide, kSector, kThing };
    static constexpr const char* kKinds[] = {"vertex", "linedef", "sidedef", "sector", "thing"};

private:
    // Where the '{' of each element ends.
    void find_blocks() {
        const std::size_t counts[] = {map().vertices().size(), map().linedefs().size(),
                                      map().sidedefs().size(), map().sectors().size(),
                                      map().things().size()};
        for (int kind = 0; kind < 5; ++kind) {
            const std::string begin = std::string(kKinds[kind]) + "{\n";
            for (std::size_t at = text_.find(begin); at != std::string::npos;
                 at = text_.find(begin, at + 1)) {
                if (at == 0 || text_[at - 1] == '\n')
                    blocks_[kind].push_back(at + begin.size() - 1);
            }
            EXPECT_EQ(blocks_[kind].size(), counts[kind]);
        }
    }

    std::string text_;
    flatline::engine::LoadResult<flatline::engine::Map> loaded_;
    std::vector<std::size_t> blocks_[5];
    std::map<Place, std::vector<std::uint32_t>> lines_at_;
    std::vector<std::vector<std::uint32_t>> side_lines_;
};

}  // namespace planted
