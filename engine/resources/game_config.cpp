// A configuration is a tree of blocks: `key = value;`, `key { ... }`, and
// `include("file", "block.in.it");`, which stands for the statements of that file or block. Of all
// that only the block `thingtypes` matters. Files are read again where they are included again, and
// nothing is kept of them but the categories and types that they name, because a category's values
// hold for its types wherever they stand.
#include "resources/game_config.hpp"

#include <algorithm>
#include <charconv>
#include <memory>

#include "archive/finding.hpp"
#include "archive/names.hpp"
#include "archive/read.hpp"
#include "base/arena.hpp"
#include "base/real_text.hpp"
#include "resources/config_text.hpp"

namespace flatline::engine::resources {

using archive::over_limit;
using archive::same_name;
using detail::ResourcesStorage;
using std::string_view;

namespace {

/// What a category or type says of itself, and which of it.
struct Values {
    enum : std::uint32_t { kRadius = 1, kHeight = 2, kBlocking = 4, kError = 8 };
    std::uint32_t given = 0;
    double radius = 0, height = 0, blocking = 0, error = 0;
};
struct ValueKey {
    string_view key;
    std::uint32_t bit;
    double Values::*member;
};
constexpr ValueKey kValueKeys[] = {
    {"width", Values::kRadius, &Values::radius},
    {"height", Values::kHeight, &Values::height},
    {"blocking", Values::kBlocking, &Values::blocking},
    {"error", Values::kError, &Values::error},
};

struct Category {
    std::uint32_t parent;
    Values values;
};
struct Type {
    std::int32_t number;
    std::uint32_t category;
    Values values;
};

/// Where a statement stands, as far as it matters. `search`: in a file of which a block is wanted,
/// and not in that block yet.
enum class Where : std::uint8_t { search, root, things, category, type, other };
struct StatementPlace {
    Where where;
    std::uint32_t index;  // of the category or type
};

bool number_of(string_view text, double& out) noexcept {
    if (!text.empty() && (text.back() == 'f' || text.back() == 'F')) text.remove_suffix(1);
    return read_real(text, Exponent::allowed, out) && out >= 0 && out <= 32768;
}

bool type_number(string_view key, std::int32_t& out) noexcept {
    const auto [at, error] = std::from_chars(key.data(), key.data() + key.size(), out);
    return error == std::errc{} && at == key.data() + key.size();
}

class GameConfigReader {
public:
    GameConfigReader(Source& source, ResourcesStorage& storage) noexcept
        : source_(source),
          storage_(storage),
          paths_(storage.options.memory),
          listed_(storage.options.memory),
          open_(storage.options.memory),
          categories_(storage.options.memory),
          category_names_(storage.options.memory),
          types_(storage.options.memory),
          type_names_(storage.options.memory) {}

    Outcome run(string_view path) noexcept;

private:
    /// A file that is being read: which one, and the block of it that is wanted.
    struct Open {
        string_view path;
        string_view block;
    };
    /// A file of the tree; none where there is no such file, or it was reported.
    struct Found {
        std::unique_ptr<File> file;
        string_view path;
        bool is_reported = false;
    };

    Outcome find(string_view path, Found& found) noexcept;
    Outcome find_in_list(string_view path, Found& found) noexcept;
    Outcome file(const Found& found, string_view block, StatementPlace place) noexcept;
    Outcome statements(string_view path, Bytes text, string_view block,
                       StatementPlace place) noexcept;
    Outcome include(string_view from, const ConfigStatement& found, StatementPlace place,
                    string_view still) noexcept;
    [[nodiscard]] bool charge(std::uint64_t size, string_view path) noexcept;
    Outcome enter(string_view key, StatementPlace& place) noexcept;
    void assign(const ConfigStatement& found, StatementPlace place) noexcept;
    Outcome take_category(std::uint32_t parent, string_view key, std::uint32_t& out) noexcept;
    Outcome take_type(std::int32_t number, std::uint32_t category, std::uint32_t& out) noexcept;
    Outcome finish() noexcept;

    const Limits& limits() const noexcept { return storage_.options.limits; }

    Source& source_;
    ResourcesStorage& storage_;
    Arena paths_;
    Source::Entries listed_;
    bool is_listed_ = false;
    List<Open> open_;
    List<Category> categories_;
    NameTable category_names_;  // "parent/name"
    List<Type> types_;
    NameTable type_names_;
};

// By its name first: a host may be a whole disk, which is listed only for a name in another case.
Outcome GameConfigReader::find(string_view path, Found& found) noexcept {
    if (!paths_.keep(path, found.path)) return Outcome::out_of_memory;
    found.file = source_.open(found.path);
    return found.file != nullptr ? Outcome::ok : find_in_list(path, found);
}

Outcome GameConfigReader::find_in_list(string_view path, Found& found) noexcept {
    const std::uint64_t most = limits().archive_entries;
    if (!is_listed_) {
        is_listed_ = true;
        const bool fits = source_.list(most, listed_);
        if (listed_.out_of_memory()) return Outcome::out_of_memory;
        if (!fits || listed_.view().size() > most) {
            storage_.report("", over_limit(Rule::limit_archive_entries, most + 1, most));
            return Outcome::refused;
        }
    }
    const Source::Entry* entry = nullptr;
    for (const Source::Entry& own : listed_.view()) {
        const bool is_better = own.path == path || entry == nullptr;
        if (is_better && same_name(own.path, path)) entry = &own;
    }
    if (entry == nullptr) return Outcome::ok;
    found.path = entry->path;
    found.file = source_.open(entry->path);
    found.is_reported = found.file == nullptr;
    return found.is_reported ? storage_.unopened(source_, entry->path) : Outcome::ok;
}

Outcome GameConfigReader::take_category(std::uint32_t parent, string_view key,
                                        std::uint32_t& out) noexcept {
    char number[12];
    char* const end =
        parent == FLATLINE_NONE ? number : std::to_chars(number, std::end(number), parent).ptr;
    List<char> joined(storage_.options.memory);
    if (!joined.append(number, static_cast<std::size_t>(end - number)) || !joined.push('/') ||
        !joined.append(key.data(), key.size())) {
        return Outcome::out_of_memory;
    }
    const string_view name(joined.data(), joined.size());
    out = category_names_.find(name);
    if (out != NameTable::kNone) return Outcome::ok;
    if (categories_.size() >= limits().resource_names) return storage_.refuse_names();
    if (categories_.size() == category_names_.size() && !categories_.push({parent, {}})) {
        return Outcome::out_of_memory;
    }
    categories_.back() = {parent, {}};
    out = category_names_.add(name);
    return out != NameTable::kNone ? Outcome::ok : Outcome::out_of_memory;
}

Outcome GameConfigReader::take_type(std::int32_t number, std::uint32_t category,
                                    std::uint32_t& out) noexcept {
    char digits[12];
    const char* const end = std::to_chars(digits, std::end(digits), number).ptr;
    const string_view name(digits, static_cast<std::size_t>(end - digits));
    out = type_names_.find(name);
    if (out == NameTable::kNone) {
        if (types_.size() >= limits().resource_names) return storage_.refuse_names();
        if (types_.size() == type_names_.size() && !types_.push({number, category, {}})) {
            return Outcome::out_of_memory;
        }
        types_.back() = {number, category, {}};
        out = type_names_.add(name);
        return out != NameTable::kNone ? Outcome::ok : Outcome::out_of_memory;
    }
    // Another category that has the number too takes it over.
    if (types_[out].category != category) types_[out] = {number, category, {}};
    return Outcome::ok;
}

/// A block begins: what its statements are.
Outcome GameConfigReader::enter(string_view key, StatementPlace& place) noexcept {
    std::int32_t number = 0;
    switch (place.where) {
        case Where::root:
            place.where = same_name(key, "thingtypes") ? Where::things : Where::other;
            return Outcome::ok;
        case Where::things:
            place.where = Where::category;
            return take_category(FLATLINE_NONE, key, place.index);
        case Where::category:
            if (type_number(key, number)) {
                place.where = Where::type;
                return take_type(number, place.index, place.index);
            }
            return take_category(place.index, key, place.index);
        case Where::search:
        case Where::type:
        case Where::other:
            place.where = Where::other;
            return Outcome::ok;
    }
    return Outcome::ok;
}

void GameConfigReader::assign(const ConfigStatement& found, StatementPlace place) noexcept {
    Values& values = place.where == Where::category ? categories_[place.index].values
                                                    : types_[place.index].values;
    for (const ValueKey& row : kValueKeys) {
        double value = 0;
        if (!same_name(found.key, row.key) || !number_of(found.value, value)) continue;
        values.*row.member = value;
        values.given |= row.bit;
    }
}

Outcome GameConfigReader::include(string_view from, const ConfigStatement& found,
                                  StatementPlace place, string_view still) noexcept {
    List<char> path(storage_.options.memory);
    const Outcome inside = resolve_include(from, found.value, path);
    List<char> block(storage_.options.memory);
    const bool joined = block.append(found.block.data(), found.block.size()) &&
                        (still.empty() || block.empty() || block.push('.')) &&
                        block.append(still.data(), still.size());
    if (inside == Outcome::out_of_memory || !joined) return Outcome::out_of_memory;
    const string_view wanted(block.data(), block.size());
    Found included;
    const Outcome outcome =
        inside == Outcome::ok ? find({path.data(), path.size()}, included) : Outcome::ok;
    if (outcome != Outcome::ok || included.is_reported) return outcome;
    const bool again = std::any_of(open_.begin(), open_.end(), [&](const Open& open) {
        return open.path == included.path && open.block == wanted;
    });
    if (included.file == nullptr || again || open_.size() > limits().nesting) {
        if (!charge(0, from)) return Outcome::refused;
        storage_.report(from, make_finding(Rule::config_include, Lump::file, found.offset));
        return Outcome::ok;
    }
    return file(included, wanted, place);
}

Outcome GameConfigReader::statements(string_view path, Bytes text, string_view block,
                                     StatementPlace place) noexcept {
    ConfigText config(text);
    struct Outer {
        StatementPlace place;
        std::size_t matched;
    };
    List<Outer> above(storage_.options.memory);
    std::size_t matched = 0;  // bytes of `block` whose blocks are open
    const Where target = place.where;
    if (!block.empty()) place.where = Where::search;
    for (;;) {
        const ConfigStatement found = config.next();
        const bool at_end = found.kind == ConfigKind::end && above.empty();
        if (at_end) return Outcome::ok;
        const bool wrong = found.kind == ConfigKind::wrong || found.kind == ConfigKind::end ||
                           (found.kind == ConfigKind::close && above.empty()) ||
                           above.size() > limits().nesting;
        if (wrong) {
            storage_.report(path, make_finding(Rule::config_syntax, Lump::file, found.offset));
            return Outcome::ok;
        }
        Outcome outcome = Outcome::ok;
        if (found.kind == ConfigKind::open) {
            if (!above.push({place, matched})) return Outcome::out_of_memory;
            const string_view rest = block.substr(matched);
            const string_view next = rest.substr(0, rest.find('.'));
            if (place.where == Where::search && same_name(found.key, next)) {
                matched += std::min(next.size() + 1, rest.size());
                if (matched == block.size()) place.where = target;
            } else {
                outcome = enter(found.key, place);
            }
        } else if (found.kind == ConfigKind::close) {
            place = above.back().place;
            matched = above.back().matched;
            above.truncate(above.size() - 1);
        } else if (found.kind == ConfigKind::include && place.where != Where::other) {
            const bool searching = place.where == Where::search;
            outcome = include(path, found, searching ? StatementPlace{target, place.index} : place,
                              searching ? block.substr(matched) : string_view());
        } else if (found.kind == ConfigKind::assignment) {
            std::int32_t number = 0;
            std::uint32_t type = 0;
            if (place.where == Where::category && type_number(found.key, number)) {
                outcome = take_type(number, place.index, type);
            } else if (place.where == Where::category || place.where == Where::type) {
                assign(found, place);
            }
        }
        if (outcome != Outcome::ok) return outcome;
    }
}

// An include costs something also where it leads to nothing: they are looked for, and reported.
bool GameConfigReader::charge(std::uint64_t size, string_view path) noexcept {
    constexpr std::uint64_t kLeastCharge = 4096;
    return storage_.charge_text(std::max(size, kLeastCharge), path);
}

Outcome GameConfigReader::file(const Found& found, string_view block,
                               StatementPlace place) noexcept {
    const std::uint64_t size = found.file->size();
    if (!charge(size, found.path)) return Outcome::refused;
    archive::ReadBuffer bytes = archive::read_buffer(*found.file, 0, size);
    if (bytes.state == archive::ReadBuffer::State::no_memory) return Outcome::out_of_memory;
    if (bytes.state == archive::ReadBuffer::State::short_read) {
        storage_.report(found.path, make_finding(Rule::short_read, Lump::file, bytes.got,
                                                 static_cast<std::int64_t>(bytes.got),
                                                 static_cast<std::int64_t>(size)));
        return Outcome::ok;
    }
    if (!open_.push({found.path, block})) return Outcome::out_of_memory;
    const Outcome outcome = statements(found.path, bytes.buffer.bytes(), block, place);
    open_.truncate(open_.size() - 1);
    return outcome;
}

/// Values that are not given come from what is above.
void inherit(Values& own, const Values& above) noexcept {
    for (const ValueKey& row : kValueKeys) {
        if ((own.given & row.bit) != 0 || (above.given & row.bit) == 0) continue;
        own.*row.member = above.*row.member;
        own.given |= row.bit;
    }
}

ThingType thing_type_of(std::int32_t number, const Values& values) noexcept {
    ThingType type;
    type.type = number;
    const auto level = [](double value) { return static_cast<std::uint8_t>(std::min(value, 2.0)); };
    if ((values.given & Values::kRadius) != 0) type.radius = values.radius;
    if ((values.given & Values::kHeight) != 0) type.height = values.height;
    if ((values.given & Values::kBlocking) != 0) type.blocking = level(values.blocking);
    if ((values.given & Values::kError) != 0) type.error = level(values.error);
    return type;
}

Outcome GameConfigReader::finish() noexcept {
    // A category stands after the one that it is in.
    for (std::size_t i = 0; i < categories_.size(); ++i) {
        const std::uint32_t above = categories_[i].parent;
        if (above != FLATLINE_NONE) inherit(categories_[i].values, categories_[above].values);
    }
    for (std::size_t i = 0; i < types_.size(); ++i) {
        Values values = types_[i].values;
        inherit(values, categories_[types_[i].category].values);
        ThingType* type = nullptr;
        const Outcome outcome = storage_.take_type(types_[i].number, &type);
        if (outcome != Outcome::ok) return outcome;
        const bool obsolete = type->obsolete;  // which classes say, and configurations do not
        *type = thing_type_of(types_[i].number, values);
        type->obsolete = obsolete;
        storage_.has_type_list = true;
    }
    return Outcome::ok;
}

Outcome GameConfigReader::run(string_view path) noexcept {
    Found found;
    const Outcome opened = find(path, found);
    if (opened != Outcome::ok) return opened;
    if (found.file == nullptr) {
        if (!found.is_reported) storage_.report(path, make_finding(Rule::file_not_found));
        return Outcome::refused;
    }
    storage_.text_bytes = 0;
    const Outcome outcome = file(found, "", {Where::root, FLATLINE_NONE});
    return outcome == Outcome::ok ? finish() : outcome;
}

}  // namespace

Outcome read_game_config(Archive& tree, string_view path, ResourcesStorage& storage) noexcept {
    Source* const source = tree.source();
    if (source == nullptr) {
        storage.report(path, make_finding(Rule::file_not_found));
        return Outcome::refused;
    }
    return GameConfigReader(*source, storage).run(path);
}

}  // namespace flatline::engine::resources
