#include "property/map_model.hpp"

#include <cstdint>
#include <limits>

#include "property/literals.hpp"
#include "reference/reference_fields.hpp"

namespace property {
namespace {

using nlohmann::json;

const char* const kKinds[] = {"vertex", "linedef", "sidedef", "sector", "thing"};

class Maker {
public:
    explicit Maker(Tape& tape) : tape_(tape) {}

    Model make() {
        choose_namespace();
        for (const char* kind : kKinds) {
            model_.unknown[kind] = json::array();
        }
        model_.unknown["global"] = json::array();
        model_.unknown["block"] = json::array();
        for (int kind = 0; kind < 5; ++kind) {
            counts_[kind] = static_cast<int>(tape_.between(kind == 4 ? 0 : 1, 5));
        }
        counts_[1] = static_cast<int>(tape_.below(5));
        int left[7] = {counts_[0],
                       counts_[1],
                       counts_[2],
                       counts_[3],
                       counts_[4],
                       static_cast<int>(tape_.below(3)),
                       static_cast<int>(tape_.below(3))};
        // Kinds in a row, or in any order.
        const bool mixed = tape_.once_in(2);
        for (int kind = 0; kind < 7; ++kind) {
            while (left[kind] > 0) {
                int next = kind;
                if (mixed) {
                    next = static_cast<int>(tape_.below(7));
                    next = left[next] > 0 ? next : kind;
                }
                --left[next];
                add(next);
            }
        }
        place_namespace();
        return model_;
    }

private:
    void choose_namespace() {
        const char* const names[] = {"zdoom",  "srb2",   "eternity",       "dsda",
                                     "woof",   "doom",   "heretic",        "hexen",
                                     "strife", "vavoom", "zdoomtranslated"};
        model_.grammar_099 = tape_.once_in(5);
        model_.name = tape_.pick(names);
        // In 0.99 the types of some dialect fields are open: only fields that both agree on.
        if (model_.grammar_099) {
            const char* const old[] = {"hexen", "doom", "heretic", "strife", "dsda"};
            model_.name = tape_.pick(old);
        } else if (tape_.once_in(12)) {
            model_.name = tape_.once_in(2) ? "" : "mine";
        }
        const std::string dialect = reference::dialect_of(model_.name);
        table_ = reference::table_for(dialect.empty() ? "udmf11" : dialect, model_.grammar_099);
        for (const auto& [key, field] : table_) {
            for (int kind = 0; kind < 5; ++kind) {
                if (key.first == kKinds[kind]) {
                    fields_[kind].push_back(field);
                }
            }
        }
    }

    void place_namespace() {
        Block block{5, {"namespace", "\"" + model_.name + "\"", true, false, {}}};
        if (model_.grammar_099) {
            block.entry.literal = model_.name;
        } else if (model_.name.empty()) {
            return;
        }
        const bool late = tape_.once_in(6);
        const auto count = static_cast<std::uint32_t>(model_.blocks.size());
        const std::uint32_t place = late ? tape_.between(0, count) : 0;
        model_.blocks.insert(model_.blocks.begin() + place, block);
    }

    void add(int kind) {
        if (kind == 5) {
            const std::string key = unknown_key("namespace");
            const Literal literal = any_unknown(tape_, model_.grammar_099);
            model_.blocks.push_back({5, {key, literal.text, false, false, {}}});
            model_.unknown["global"].push_back(json::array({key, literal.value}));
        } else if (kind == 6) {
            json contents;
            const Entry block = unknown_block(0, contents);
            model_.blocks.push_back({6, block});
            model_.unknown["block"].push_back(json::array({block.key, contents}));
        } else {
            add_element(kind);
        }
    }

    std::string unknown_key(const std::string& not_this) {
        const char* const heads[] = {"user_", "Zz", "_", "lump", "nan", "inf", "xY", "vertexx"};
        std::string key = std::string(tape_.pick(heads)) + std::to_string(tape_.below(40));
        if (model_.grammar_099 && tape_.once_in(4)) {
            key = "9" + key;
        }
        return key == not_this ? key + "q" : key;
    }

    Entry unknown_block(int depth, json& contents) {
        Entry block{unknown_key(""), "", false, true, {}};
        contents = json::array();
        const std::uint32_t count = tape_.below(4);
        for (std::uint32_t i = 0; i < count; ++i) {
            if (depth < 4 && tape_.once_in(4)) {
                json inner;
                block.inner.push_back(unknown_block(depth + 1, inner));
                contents.push_back(json::array({block.inner.back().key, inner}));
                continue;
            }
            const Literal literal = any_unknown(tape_, model_.grammar_099);
            block.inner.push_back({unknown_key(""), literal.text, false, false, {}});
            contents.push_back(json::array({block.inner.back().key, literal.value}));
        }
        return block;
    }

    // The fields that an element must have, with indices that exist.
    void add_needed(int kind, std::vector<std::pair<std::string, Literal>>& fields) {
        const auto index = [&](int of) {
            return spell_integer(tape_, static_cast<std::int32_t>(
                                            tape_.below(static_cast<std::uint32_t>(counts_[of]))));
        };
        const bool old = model_.grammar_099 && tape_.once_in(2);
        if (kind == 0 || kind == 4) {
            fields.push_back({"x", any_real(tape_, 32768)});
            fields.push_back({"y", any_real(tape_, 32768)});
        }
        if (kind == 4) {
            fields.push_back({"type", spell_integer(tape_, any_int32(tape_))});
        }
        if (kind == 1) {
            fields.push_back({"v1", index(0)});
            fields.push_back({"v2", index(0)});
            fields.push_back({old ? "frontside" : "sidefront", index(2)});
            if (tape_.once_in(2)) {
                const Literal none{"-1", -1};
                fields.push_back(
                    {old ? "backside" : "sideback", tape_.once_in(4) ? none : index(2)});
            }
        }
        if (kind == 2) {
            fields.push_back({"sector", index(3)});
        }
    }

    Literal literal_for(const reference::Field& field) {
        switch (field.kind) {
            case reference::Kind::integer:
                return spell_integer(tape_, any_int32(tape_));
            case reference::Kind::real:
                return any_real(tape_, std::numeric_limits<double>::infinity());
            case reference::Kind::boolean:
                return any_boolean(tape_);
            case reference::Kind::string:
                return any_string(tape_, model_.grammar_099);
            case reference::Kind::ids:
                return any_ids(tape_);
        }
        return {};
    }

    static bool is_needed(const std::string& name) {
        for (const char* needed : {"x", "y", "type", "v1", "v2", "sidefront", "sideback",
                                   "frontside", "backside", "sector"}) {
            if (name == needed) {
                return true;
            }
        }
        return false;
    }

    void note(int kind, std::size_t element, const reference::Field& field, const json& value) {
        auto& elements = model_.given[kind];
        elements.resize(element + 1);
        const std::string& alias = field.alias_of;
        if (alias.rfind("NOT ", 0) == 0) {
            elements[element][alias.substr(4)] = !value.get<bool>();
            return;
        }
        const std::string names = alias.empty() ? field.name : alias;
        const std::size_t plus = names.find(" + ");
        elements[element][names.substr(0, plus)] = value;
        if (plus != std::string::npos) {
            elements[element][names.substr(plus + 3)] = value;
        }
    }

    void add_element(int kind) {
        const auto element = static_cast<std::size_t>(made_[kind]++);
        model_.given[kind].resize(element + 1);
        Entry entry{kKinds[kind], "", true, true, {}};
        std::vector<std::pair<std::string, Literal>> fields;
        add_needed(kind, fields);
        const std::uint32_t more = tape_.below(8);
        for (std::uint32_t i = 0; i < more; ++i) {
            const reference::Field& field = tape_.pick(fields_[kind]);
            if (!is_needed(field.name)) {
                fields.push_back({field.name, literal_for(field)});
            }
        }
        for (const auto& [name, literal] : fields) {
            add_unknowns(kind, element, entry);
            if (tape_.once_in(15)) {  // given before, of any kind: the last one counts
                const char* const before[] = {"\"no\"", "5", "true", "2.5"};
                entry.inner.push_back({name, tape_.pick(before), true, false, {}});
            }
            entry.inner.push_back({name, literal.text, true, false, {}});
            note(kind, element, table_.at({kKinds[kind], name}), literal.value);
        }
        add_unknowns(kind, element, entry);
        model_.blocks.push_back({kind, entry});
    }

    void add_unknowns(int kind, std::size_t element, Entry& entry) {
        if (!tape_.once_in(8)) {
            return;
        }
        json& list = model_.unknown[kKinds[kind]];
        if (tape_.once_in(5)) {
            json contents;
            entry.inner.push_back(unknown_block(1, contents));
            list.push_back(json::array({element, entry.inner.back().key, contents}));
            return;
        }
        const Literal literal = any_unknown(tape_, model_.grammar_099);
        const std::string key = unknown_key("");
        entry.inner.push_back({key, literal.text, false, false, {}});
        list.push_back(json::array({element, key, literal.value}));
    }

    Tape& tape_;
    Model model_;
    reference::FieldTable table_;
    std::vector<reference::Field> fields_[5];
    int counts_[5] = {};
    int made_[5] = {};
};

}  // namespace

Model any_model(Tape& tape) { return Maker(tape).make(); }

}  // namespace property
