#include "physfs/container.hpp"

#include <algorithm>

namespace flatline::engine::physfs {
namespace {

/// Walks over the parts of a name between slashes of both kinds.
class Parts {
public:
    explicit Parts(std::string_view name) noexcept : rest_(name) {}

    bool next(std::string_view& part) noexcept {
        if (done_) return false;
        const std::size_t slash = std::min(rest_.find_first_of("/\\"), rest_.size());
        part = rest_.substr(0, slash);
        done_ = slash == rest_.size();
        rest_.remove_prefix(done_ ? slash : slash + 1);
        return true;
    }

private:
    std::string_view rest_;
    bool done_ = false;
};

bool is_slash(char c) noexcept { return c == '/' || c == '\\'; }

}  // namespace

Container::Name Container::take_name(std::string_view name, PackedEntry& entry) noexcept {
    entry.path = names_.size();
    entry.path_size = 0;
    if (name.empty() || is_slash(name.back())) return Name::folder;
    bool is_odd = name.find('\\') != std::string_view::npos;
    bool is_outside = name.find('\0') != std::string_view::npos;
    if (!names_.reserve(names_.size() + name.size() + 1)) return Name::no_memory;
    Parts parts(name);
    std::string_view part;
    while (parts.next(part)) {
        is_outside |= part == "..";
        if (part.empty() || part == ".") {
            is_odd = true;
            continue;
        }
        const char slash = '/';
        if (names_.size() != entry.path && !names_.append(&slash, 1)) return Name::no_memory;
        if (!names_.append(part.data(), part.size())) return Name::no_memory;
    }
    if (is_outside) {
        // As it is written: what it would come to is not its name.
        names_.truncate(static_cast<std::size_t>(entry.path));
        if (!names_.append(name.data(), name.size())) return Name::no_memory;
    }
    entry.path_size = static_cast<std::uint32_t>(names_.size() - entry.path);
    if (!is_odd && !is_outside) return Name::file;
    if (!add_finding(entry, is_outside ? Rule::archive_name_outside : Rule::archive_name)) {
        return Name::no_memory;
    }
    return is_outside ? Name::left_out : Name::file;
}

bool Container::add_finding(const PackedEntry& entry, Rule rule, std::int64_t a,
                            std::int64_t b) noexcept {
    const Finding finding = make_finding(rule, Lump::none, FLATLINE_NO_OFFSET, a, b);
    return findings_.push({entry.path, entry.path_size, finding});
}

bool Container::add_finding(Rule rule, std::int64_t a, std::int64_t b) noexcept {
    return add_finding(PackedEntry(), rule, a, b);
}

bool Container::finish_entries() noexcept {
    const auto left_out = [](const PackedEntry& entry) { return entry.is_left_out; };
    const auto end = std::remove_if(entries_.begin(), entries_.end(), left_out);
    entries_.truncate(static_cast<std::size_t>(end - entries_.begin()));
    std::sort(entries_.begin(), entries_.end(), [&](const PackedEntry& a, const PackedEntry& b) {
        const int order = path_of(a).compare(path_of(b));
        return order != 0 ? order < 0 : a.order > b.order;
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const bool is_repeat = kept != 0 && path_of(entries_[kept - 1]) == path_of(entries_[i]);
        if (!is_repeat) {
            entries_[kept++] = entries_[i];
        } else if (!add_finding(entries_[i], Rule::archive_duplicate)) {
            return false;
        }
    }
    entries_.truncate(kept);
    return true;
}

bool Container::charge(std::uint64_t bytes) noexcept {
    if (!inflation_.has(charged_, bytes)) return false;
    charged_ += bytes;
    return true;
}

const PackedEntry* Container::find(std::string_view path) const noexcept {
    const PackedEntry* found = std::lower_bound(
        entries_.begin(), entries_.end(), path,
        [&](const PackedEntry& entry, std::string_view b) { return path_of(entry) < b; });
    return found != entries_.end() && path_of(*found) == path ? found : nullptr;
}

bool Container::is_folder(std::string_view path) const noexcept {
    if (path.empty()) return true;
    // The first file whose path is not less than "path/"; no such string is made.
    const auto is_before = [&](const PackedEntry& entry, std::string_view folder) {
        const std::string_view own = path_of(entry);
        const int order = own.substr(0, folder.size()).compare(folder);
        return order != 0 ? order < 0
                          : own.size() == folder.size() ||
                                static_cast<unsigned char>(own[folder.size()]) < '/';
    };
    const PackedEntry* found = std::lower_bound(entries_.begin(), entries_.end(), path, is_before);
    if (found == entries_.end()) return false;
    const std::string_view own = path_of(*found);
    return own.size() > path.size() && own.substr(0, path.size()) == path &&
           own[path.size()] == '/';
}

void Container::report(Source::Report each, void* context) const noexcept {
    for (const EntryFinding& found : findings_) {
        each(context, text(found.path, found.path_size), found.finding);
    }
}

}  // namespace flatline::engine::physfs
