#include "resources/classes.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "archive/finding.hpp"
#include "archive/names.hpp"
#include "archive/read.hpp"
#include "resources/class_body.hpp"
#include "resources/words.hpp"

namespace flatline::engine::resources {

using archive::same_name;
using detail::ResourcesStorage;
using std::string_view;

namespace {

/// The texts that name classes and types without being included by another.
constexpr string_view kRoots[] = {"DECORATE", "ZSCRIPT", "MAPINFO", "ZMAPINFO"};

bool is_root(string_view name) noexcept {
    return std::any_of(std::begin(kRoots), std::end(kRoots),
                       [&](string_view root) { return same_name(root, name); });
}

bool number_of_class(string_view word, std::int32_t& out) noexcept {
    if (word.empty() || word.size() > 5) return false;
    out = 0;
    for (const char c : word) {
        if (!text::is_digit(static_cast<unsigned char>(c))) return false;
        out = out * 10 + (c - '0');
    }
    return true;
}

/// Texts of an archive by name: lumps of a WAD, files of a tree. A table of names finds them,
/// because there may be as many names as texts.
class Texts {
public:
    explicit Texts(const MemoryHooks& memory) noexcept : names_(memory), places_(memory) {}
    virtual ~Texts() = default;
    /// False where there is none of that name, or none of at most `most` bytes.
    bool read(string_view name, archive::ReadBuffer& out, std::uint64_t most) noexcept {
        const std::uint32_t number = names_.find(name);
        return number != NameTable::kNone && read_at(places_[number], out, most);
    }

protected:
    /// Of one name the first that is added stays. False: memory is out.
    [[nodiscard]] bool add(string_view name, std::size_t place) noexcept {
        if (name.size() > kLongestName) return true;
        const std::size_t count = names_.size();
        if (!places_.reserve(count + 1) || names_.add(name) == NameTable::kNone) return false;
        return names_.size() == count || places_.push(place);
    }

private:
    virtual bool read_at(std::size_t place, archive::ReadBuffer& out,
                         std::uint64_t most) noexcept = 0;

    NameTable names_;
    List<std::size_t> places_;  // parallel to names_
};

/// Of one name the last lump counts that is in the file and has at most `most` bytes.
class WadTexts final : public Texts {
public:
    WadTexts(File& file, const archive::Wad& wad, const MemoryHooks& memory) noexcept
        : Texts(memory), file_(file), wad_(wad) {}
    [[nodiscard]] bool index(std::uint64_t most) noexcept {
        for (std::size_t i = wad_.lumps.size(); i-- != 0;) {
            const archive::WadLump& lump = wad_.lumps[i];
            if (lump.readable && lump.size <= most && !add(lump.name(), i)) return false;
        }
        return true;
    }

private:
    bool read_at(std::size_t place, archive::ReadBuffer& out, std::uint64_t) noexcept override {
        out = archive::read_buffer(file_, wad_.lumps[place].offset, wad_.lumps[place].size);
        return true;
    }

    File& file_;
    const archive::Wad& wad_;
};

class TreeTexts final : public Texts {
public:
    TreeTexts(Source& source, View<Source::Entry> entries, const MemoryHooks& memory) noexcept
        : Texts(memory), source_(source), entries_(entries) {}
    [[nodiscard]] bool index() noexcept {
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            if (!add(entries_[i].path, i)) return false;
        }
        return true;
    }

private:
    bool read_at(std::size_t place, archive::ReadBuffer& out,
                 std::uint64_t most) noexcept override {
        const Source::Entry& entry = entries_[place];
        const std::unique_ptr<File> file = source_.open(entry.path);
        if (file == nullptr && is_out_of_memory(source_.reason(entry.path))) {
            out.state = archive::ReadBuffer::State::no_memory;
            return true;
        }
        if (file == nullptr || file->size() > most) return false;
        out = archive::read_buffer(*file, 0, file->size());
        return true;
    }

    Source& source_;
    View<Source::Entry> entries_;
};

class ClassReader {
public:
    ClassReader(Texts& texts, ResourcesStorage& storage) noexcept
        : texts_(texts),
          storage_(storage),
          names_(storage.options.memory),
          known_(storage.options.memory),
          bodies_(storage.options.memory),
          classes_(storage.options.memory),
          numbers_(storage.options.memory) {}

    /// Reads texts until none is left, each once. `path`: of the WAD, for findings.
    Outcome run(string_view path) noexcept;
    bool empty() const noexcept { return names_.size() == 0; }
    [[nodiscard]] Outcome add(string_view name) noexcept {
        return is_taken(names_, name) ? Outcome::ok : Outcome::out_of_memory;
    }

private:
    struct Number {
        std::int32_t type;
        std::uint32_t name;  // of classes_, NameTable::kNone for one that is too long
    };

    /// True also for a name that is too long to be one.
    static bool is_taken(NameTable& table, string_view name) noexcept {
        return name.size() > kLongestName || table.add(name) != NameTable::kNone;
    }
    Outcome text(Bytes bytes) noexcept;
    Outcome actor(Words& words) noexcept;
    Outcome type(std::int32_t number, const ClassBody& body) noexcept;
    /// What a class said before; null where it was not met.
    const ClassBody* body_of(string_view name) const noexcept {
        const std::uint32_t at = known_.find(name);
        return at != NameTable::kNone ? &bodies_[at] : nullptr;
    }
    [[nodiscard]] Outcome keep(string_view name, const ClassBody& body) noexcept;
    Outcome numbers(Words& words) noexcept;

    Texts& texts_;
    ResourcesStorage& storage_;
    NameTable names_;         // of texts, in the order in which they are read
    NameTable known_;         // classes that were met
    List<ClassBody> bodies_;  // parallel to known_
    NameTable classes_;       // that have a number
    List<Number> numbers_;
};

Outcome ClassReader::type(std::int32_t number, const ClassBody& body) noexcept {
    ThingType* own = nullptr;
    const Outcome outcome = storage_.take_type(number, &own);
    if (outcome != Outcome::ok) return outcome;
    own->obsolete |= body.obsolete;
    body.to(*own);
    return outcome;
}

Outcome ClassReader::keep(string_view name, const ClassBody& body) noexcept {
    if (name.size() > kLongestName) return Outcome::ok;
    const std::uint32_t at = known_.find(name);
    if (at != NameTable::kNone) {
        bodies_[at] = body;
        return Outcome::ok;
    }
    if (bodies_.size() == known_.size() && !bodies_.push(body)) return Outcome::out_of_memory;
    bodies_.back() = body;
    return known_.add(name) != NameTable::kNone ? Outcome::ok : Outcome::out_of_memory;
}

/// What follows `actor` or `class`: name, parent, what it replaces, in DECORATE the number.
Outcome ClassReader::actor(Words& words) noexcept {
    const string_view name = words.next();
    std::int32_t number = 0;
    bool has_number = false;
    ClassBody body;
    body.is_known = true;  // without a parent it is an Actor
    string_view before;
    for (string_view word = words.next(); word != "{"; before = word, word = words.next()) {
        if (word.data() == nullptr || word == ";") return Outcome::ok;
        if (before == ":") {
            const ClassBody* const parent = body_of(word);
            body = parent != nullptr ? *parent : ClassBody();
            body.is_known = body.is_known || same_name(word, "Actor");
            body.obsolete = false;
        } else if (!same_name(before, "replaces")) {
            has_number |= number_of_class(word, number);
        }
    }
    storage_.has_classes = true;
    read_class_body(words, body);
    const Outcome outcome = keep(name, body);
    return outcome == Outcome::ok && has_number ? type(number, body) : outcome;
}

/// The block DoomEdNums: `number = class, arguments`.
Outcome ClassReader::numbers(Words& words) noexcept {
    if (words.next() != "{") return Outcome::ok;
    string_view before;
    for (string_view word = words.next(); word.data() != nullptr && word != "}";
         word = words.next()) {
        std::int32_t number = 0;
        if (word == "=" && number_of_class(before, number)) {
            const string_view name = words.next();
            if (name.data() == nullptr) return Outcome::ok;
            if (!is_taken(classes_, name) || !numbers_.push({number, classes_.find(name)})) {
                return Outcome::out_of_memory;
            }
        }
        before = word;
    }
    return Outcome::ok;
}

Outcome ClassReader::text(Bytes bytes) noexcept {
    Words words(bytes);
    for (string_view word = words.next(); word.data() != nullptr; word = words.next()) {
        Outcome outcome = Outcome::ok;
        if (same_name(word, "actor") || same_name(word, "class")) {
            outcome = actor(words);
        } else if (same_name(word, "doomednums")) {
            outcome = numbers(words);
        } else if (same_name(word, "#include") || same_name(word, "include")) {
            outcome = add(words.next());
        } else if (word == "{") {
            ClassBody none;
            read_class_body(words, none);  // passes over a block of another kind
        }
        if (outcome != Outcome::ok) return outcome;
    }
    return Outcome::ok;
}

Outcome ClassReader::run(string_view path) noexcept {
    const std::uint64_t most = storage_.options.limits.config_bytes;
    for (std::uint32_t i = 0; i < names_.size(); ++i) {
        archive::ReadBuffer bytes;
        if (!texts_.read(names_.name(i), bytes, most)) continue;
        if (bytes.state == archive::ReadBuffer::State::no_memory) return Outcome::out_of_memory;
        if (!storage_.charge_text(bytes.buffer.size(), path)) return Outcome::refused;
        const Outcome outcome = text(bytes.buffer.bytes());
        if (outcome != Outcome::ok) return outcome;
    }
    for (const Number& number : numbers_) {
        const ClassBody* const body =
            number.name != NameTable::kNone ? body_of(classes_.name(number.name)) : nullptr;
        const Outcome outcome = type(number.type, body != nullptr ? *body : ClassBody());
        if (outcome != Outcome::ok) return outcome;
    }
    return Outcome::ok;
}

}  // namespace

Outcome add_classes(File& file, const archive::Wad& wad, string_view path,
                    ResourcesStorage& storage) noexcept {
    WadTexts texts(file, wad, storage.options.memory);
    ClassReader reader(texts, storage);
    for (const archive::WadLump& lump : wad.lumps) {
        if (!is_root(lump.name())) continue;
        const Outcome outcome = reader.add(lump.name());
        if (outcome != Outcome::ok) return outcome;
    }
    if (reader.empty()) return Outcome::ok;
    if (!texts.index(storage.options.limits.config_bytes)) return Outcome::out_of_memory;
    return reader.run(path);
}

Outcome add_classes(Source& source, View<Source::Entry> entries,
                    ResourcesStorage& storage) noexcept {
    TreeTexts texts(source, entries, storage.options.memory);
    ClassReader reader(texts, storage);
    for (const Source::Entry& entry : entries) {
        const bool at_root = entry.path.find('/') == string_view::npos;
        if (!at_root || !is_root(archive::stem(entry.path))) continue;
        const Outcome outcome = reader.add(entry.path);
        if (outcome != Outcome::ok) return outcome;
    }
    if (reader.empty()) return Outcome::ok;
    return texts.index() ? reader.run("") : Outcome::out_of_memory;
}

}  // namespace flatline::engine::resources
