#include "versions/unified.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "text.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kContext = 3;
/// How far a line that follows both texts again is looked for, and how many lines make it sure.
constexpr std::size_t kSearch = 256;
constexpr std::size_t kSure = 3;

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

struct Changed {
    std::size_t before, before_end, after, after_end;
};

class LineDiff {
public:
    LineDiff(std::string_view before, std::string_view after)
        : before_(lines_of(before)), after_(lines_of(after)) {}

    std::string run(std::string_view name) {
        find();
        if (changed_.empty()) return "";
        std::string out = fmt::format("--- a/{0}\n+++ b/{0}\n", name);
        for (std::size_t first = 0; first < changed_.size();) {
            std::size_t last = first + 1;
            while (last < changed_.size() &&
                   changed_[last].before <= changed_[last - 1].before_end + 2 * kContext) {
                ++last;
            }
            add_hunk(out, first, last);
            first = last;
        }
        return out;
    }

private:
    bool same(std::size_t i, std::size_t j) const {
        for (std::size_t k = 0; k < kSure; ++k) {
            if (i + k == before_.size() && j + k == after_.size()) return true;
            if (i + k >= before_.size() || j + k >= after_.size()) return false;
            if (before_[i + k] != after_[j + k]) return false;
        }
        return true;
    }

    /// The nearest place from which both go on alike.
    std::pair<std::size_t, std::size_t> find_again(std::size_t i, std::size_t j) const {
        for (std::size_t sum = 1; sum <= 2 * kSearch; ++sum) {
            for (std::size_t di = sum > kSearch ? sum - kSearch : 0; di <= std::min(sum, kSearch);
                 ++di) {
                if (same(i + di, j + sum - di)) return {i + di, j + sum - di};
            }
        }
        return {before_.size(), after_.size()};
    }

    void find() {
        std::size_t i = 0;
        std::size_t j = 0;
        while (i < before_.size() || j < after_.size()) {
            if (i < before_.size() && j < after_.size() && before_[i] == after_[j]) {
                ++i;
                ++j;
                continue;
            }
            const auto [next_i, next_j] = find_again(i, j);
            changed_.push_back({i, next_i, j, next_j});
            i = next_i;
            j = next_j;
        }
    }

    static void add_line(std::string& out, char mark, std::string_view line) {
        out += mark;
        out += line;
        if (line.empty() || line.back() != '\n') out += "\n\\ No newline at end of file\n";
    }

    static std::string range(std::size_t first, std::size_t count) {
        const std::size_t from = count == 0 ? first : first + 1;
        return count == 1 ? fmt::format("{}", from) : fmt::format("{},{}", from, count);
    }

    void add_hunk(std::string& out, std::size_t first, std::size_t last) const {
        const std::size_t lead = std::min(changed_[first].before, kContext);
        const std::size_t from = changed_[first].before - lead;
        const std::size_t after_from = changed_[first].after - lead;
        const std::size_t to = std::min(changed_[last - 1].before_end + kContext, before_.size());
        const std::size_t after_to =
            changed_[last - 1].after_end + to - changed_[last - 1].before_end;
        out += fmt::format("@@ -{} +{} @@\n", range(from, to - from),
                           range(after_from, after_to - after_from));
        std::size_t at = from;
        for (std::size_t c = first; c < last; ++c) {
            const Changed& change = changed_[c];
            for (; at < change.before; ++at) add_line(out, ' ', before_[at]);
            for (; at < change.before_end; ++at) add_line(out, '-', before_[at]);
            for (std::size_t j = change.after; j < change.after_end; ++j) {
                add_line(out, '+', after_[j]);
            }
        }
        for (; at < to; ++at) add_line(out, ' ', before_[at]);
    }

    std::vector<std::string_view> before_, after_;
    std::vector<Changed> changed_;
};

std::string_view line_text(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Text with lines of their own, as a terminal may see them.
std::string printable_lines(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        out += printable(line) + '\n';
        if (end == text.npos) break;
        text.remove_prefix(end + 1);
    }
    return out;
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, std::string_view name) {
    return LineDiff(before, after).run(name);
}

void print_map_diff(Console& console, const MendedFile& file, const MendedMap& map) {
    if (!map.changed()) return;
    for (std::size_t i = 0; i < map.stored.size(); ++i) {
        const Bytes before = map.stored[i].bytes.bytes();
        const Bytes after = map.lumps()[i].bytes;
        const bool same = before.size() == after.size() &&
                          std::equal(before.begin(), before.end(), after.begin());
        if (same) continue;
        const std::string name = fmt::format("{}:{}:{}", printable(file.name), printable(map.name),
                                             printable(map.stored[i].name));
        if (same_name(map.stored[i].name, "TEXTMAP")) {
            console.out.write(
                printable_lines(unified_diff(line_text(before), line_text(after), name)));
        } else {
            console.print("{}: {} bytes -> {} bytes\n", name, before.size(), after.size());
        }
    }
}

}  // namespace flatline::engine::tool
