// Properties of the loader over random maps: what is written is what is read, whatever the style;
// and where a text is damaged, loader and reference reader still agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "property/check_property.hpp"
#include "property/map_model.hpp"
#include "reference/reference_reader.hpp"
#include "support/json_diff.hpp"
#include "support/load_text.hpp"
#include "support/map_json.hpp"
#include "support/map_round_trip.hpp"
#include "support/oracle.hpp"

namespace {

using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using nlohmann::json;
using property::check_property;
using property::Model;
using property::require;
using property::Style;
using property::Tape;

std::string errors(const LoadResult<flatline::engine::Map>& result, const std::string& text) {
    return load_text::story(result, text, flatline::engine::Severity::error);
}

LoadResult<flatline::engine::Map> load_well(const std::string& text,
                                            const LoadOptions& options = {}) {
    LoadResult<flatline::engine::Map> result = load_text::load(text, options);
    require(static_cast<bool>(result), "refused: " + errors(result, text), text);
    const std::string fault = oracle::first_fault(result, text);
    require(fault.empty(), fault, text);
    return result;
}

json without_counts(json dump) {
    dump.erase("counts");
    return dump;
}

// The dump has what the model gave, and the reference reader's defaults for the rest.
void require_same(const Model& model, const json& dump, const std::string& text) {
    const char* const arrays[] = {"vertices", "linedefs", "sidedefs", "sectors", "things"};
    for (const auto& [kind, elements] : model.given) {
        const json& array = dump[arrays[kind]];
        require(array.size() == elements.size(), "count of elements", text);
        for (std::size_t i = 0; i < elements.size(); ++i) {
            for (const auto& [name, value] : elements[i]) {
                const json got = array[i].value(name, json());
                require(got == value,
                        std::string(arrays[kind]) + " " + std::to_string(i) + " " + name + ": " +
                            json_diff::shorten(got) + " was written as " +
                            json_diff::shorten(value),
                        text);
            }
        }
    }
    const std::string unknown = json_diff::first_difference(dump["unknown"], model.unknown);
    require(unknown.empty(), "unknown" + unknown, text);
    const reference::Result expected = reference::read(text);
    require(expected.dump.has_value(), "the reference refuses: " + expected.refusal.rule, text);
    const std::string difference =
        json_diff::first_difference(without_counts(dump), without_counts(*expected.dump));
    require(difference.empty(), "loader against reference: " + difference, text);
}

TEST(Maps, ReadBackInThreeStyles) {
    check_property([](Tape tape, Tape noise) {
        const Model model = property::any_model(tape);
        json first;
        for (const Style style : {Style::minified, Style::udb, Style::slade}) {
            const std::string text = property::write(model, style, noise);
            const LoadResult<flatline::engine::Map> result = load_well(text);
            const json dump = map_json::dump(result.value);
            require_same(model, dump, text);
            require(first.is_null() || first == dump, "styles differ", text);
            first = dump;
        }
    });
}

TEST(Maps, WrittenOutTheyAreTheSameMap) {
    check_property([](Tape tape, Tape noise) {
        const Model model = property::any_model(tape);
        const std::string text = property::write(model, Style::udb, noise);
        const LoadResult<flatline::engine::Map> result = load_well(text);
        const std::string fault = map_round_trip::fault(result.value);
        require(fault.empty(), fault, text);
    });
}

bool same_findings(const LoadResult<flatline::engine::Map>& left,
                   const LoadResult<flatline::engine::Map>& right, const std::string& text) {
    return load_text::story(left, text) == load_text::story(right, text) &&
           left.findings.total() == right.findings.total();
}

TEST(Maps, LoadIsDeterministic) {
    check_property([](Tape tape, Tape noise) {
        static flatline::engine::Loader loader;
        const Model model = property::any_model(tape);
        const std::string text = property::write(model, Style::udb, noise);
        const LoadResult<flatline::engine::Map> borrowed = load_well(text);
        const json expected = map_json::dump(borrowed.value);
        // From the same bytes at another place, by a Loader that has loaded other maps before.
        const std::string copy = text;
        LoadResult<flatline::engine::Map> again = loader.load_borrowed(load_text::bytes(copy));
        LoadResult<flatline::engine::Map> owned =
            loader.load_owned(flatline::engine::Buffer::copy_of(load_text::bytes(text)));
        for (const LoadResult<flatline::engine::Map>* other : {&again, &owned}) {
            require(static_cast<bool>(*other), "refused the second time", text);
            require(oracle::first_fault(*other, text).empty(), "oracle, second time", text);
            require(map_json::dump(other->value) == expected, "another map", text);
            require(same_findings(borrowed, *other, text), "other findings", text);
        }
        loader.recycle(std::move(again.value));
        loader.recycle(std::move(owned.value));
    });
}

// Blocks of one kind keep their order; everything else may move.
TEST(Maps, OrderOfKindsChangesNothing) {
    check_property([](Tape tape, Tape noise) {
        const Model model = property::any_model(tape);
        const std::string text = property::write(model, Style::minified, noise);
        Model sorted = model;
        std::stable_sort(
            sorted.blocks.begin(), sorted.blocks.end(),
            [](const auto& left, const auto& right) { return left.kind < right.kind; });
        const std::string other = property::write(sorted, Style::minified, noise);
        const json first = map_json::dump(load_well(text).value);
        const json second = map_json::dump(load_well(other).value);
        const std::string difference = json_diff::first_difference(first, second);
        require(difference.empty(), difference, text + "\nagainst:\n" + other);
    });
}

LoadOptions any_limits(Tape& tape) {
    LoadOptions options;
    flatline::engine::Limits& limits = options.limits;
    for (std::uint64_t* count :
         {&limits.vertices, &limits.linedefs, &limits.sidedefs, &limits.sectors, &limits.things}) {
        *count = tape.between(0, 7);
    }
    limits.coordinate = tape.between(1, 40'000);
    limits.text_bytes = tape.between(1, 6000);
    limits.string_bytes = tape.between(1, 120);
    limits.identifier_bytes = tape.between(4, 30);
    limits.number_bytes = tape.between(1, 64);
    limits.unknown_fields = tape.between(0, 30);
    limits.nesting = tape.between(0, 6);
    limits.arena_bytes = tape.between(64, 40'000);
    return options;
}

// From the loosest limits, one after another is drawn tight: once refused, always refused.
TEST(Maps, RaisingALimitNeverRefuses) {
    check_property([](Tape tape, Tape noise) {
        const Model model = property::any_model(tape);
        const std::string text = property::write(model, Style::minified, noise);
        const LoadOptions tight = any_limits(noise);
        LoadOptions options;
        options.limits.coordinate = 40'000;
        bool loads = true;
        for (const flatline::engine::LimitRow& row : flatline::engine::limit_rows()) {
            if (row.count != nullptr) {
                if (tight.limits.*row.count >= options.limits.*row.count) {
                    continue;
                }
                options.limits.*row.count = tight.limits.*row.count;
            } else {
                options.limits.*row.real = tight.limits.*row.real;
            }
            const LoadResult<flatline::engine::Map> result = load_text::load(text, options);
            const std::string fault = oracle::first_fault(result, text);
            require(fault.empty(), fault, text);
            require(loads || !result, "a tighter limit lets the map through", text);
            require(result.memory.used <= options.limits.arena_bytes, "arena limit", text);
            loads = static_cast<bool>(result);
        }
    });
}

// Same answer, and where it is a fault of the text, the same byte.
void require_agreement(const std::string& text) {
    const LoadResult<flatline::engine::Map> result = load_text::load(text);
    const std::string fault = oracle::first_fault(result, text);
    require(fault.empty(), fault, text);
    const reference::Result expected = reference::read(text);
    if (load_text::find(result, "limit-number-bytes|limit-identifier-bytes|limit-string-bytes")) {
        return;  // the reference has no such limits
    }
    const std::string story = errors(result, text) + "reference: " + expected.refusal.rule +
                              " at " + std::to_string(expected.refusal.offset);
    require(static_cast<bool>(result) == expected.dump.has_value(), story, text);
    if (result) {
        const std::string difference = json_diff::first_difference(
            without_counts(map_json::dump(result.value)), without_counts(*expected.dump));
        require(difference.empty(), "loader against reference: " + difference, text);
        return;
    }
    // What ends a word of 0.99 the document does not say for damaged ones; that both refuse is
    // enough there.
    if (text.find("namespace=\"") == std::string::npos) return;
    // How far a damaged number reaches is a matter of taste: one token or two with no ';' between.
    constexpr const char* kNumberRules = "syntax-number|syntax-semicolon";
    if (std::string(kNumberRules).find(expected.refusal.rule) != std::string::npos &&
        load_text::find(result, kNumberRules) != nullptr) {
        return;
    }
    // The loader tells of `nan"A"` and `nan-2` where they begin; the reference, which looks at
    // values of whole statements alone, of the ';' or the field that is missing.
    if (expected.refusal.rule.find("number-not-finite") == std::string::npos &&
        load_text::find(result, "number-not-finite") != nullptr) {
        return;
    }
    const flatline::engine::Finding* finding = load_text::find(result, expected.refusal.rule);
    require(finding != nullptr, "another rule: " + story, text);
    if (expected.refusal.rule.find("missing") == std::string::npos) {
        bool met = false;
        for (const flatline::engine::Finding& one : result.findings.kept()) {
            met = met || one.offset == expected.refusal.offset;
        }
        require(met, "another byte: " + story, text);
    }
}

TEST(Maps, CutTextLoadsOrIsRefused) {
    check_property([](Tape tape, Tape noise) {
        const Model model = property::any_model(tape);
        const std::string text =
            property::write(model, tape.once_in(2) ? Style::udb : Style::slade, noise);
        for (int i = 0; i < 10; ++i) {
            const auto size = static_cast<std::uint32_t>(text.size());
            require_agreement(text.substr(0, tape.below(size)));
        }
    });
}

// Damages that an editor, a fault of a disk or a person makes.
std::string damaged(std::string text, Tape& tape) {
    const char* const words[] = {"{",      "}",  "=",     ";",   "\"",      "\\",     "/",  "//",
                                 "/*",     "*/", "true",  "yes", "-1",      "99",     "0x", "1e9",
                                 "vertex", "x",  "thing", "v1",  "sector=", "user_a", "'",  "(",
                                 "\n",     ".",  "+",     "e",   "{}",      "nan",    "#",  "_"};
    const std::uint32_t times = tape.between(1, 3);
    for (std::uint32_t i = 0; i < times && !text.empty(); ++i) {
        const std::uint32_t at = tape.below(static_cast<std::uint32_t>(text.size()));
        switch (tape.below(4)) {
            case 0:
                text.erase(at, tape.between(1, 3));
                break;
            case 1:
                text.insert(at, tape.pick(words));
                break;
            case 2:
                text.replace(at, 1, tape.pick(words));
                break;
            default:
                text[at] = static_cast<char>(tape.between(32, 126));
        }
    }
    return text;
}

TEST(Maps, DamagedTextIsReadAsByTheReference) {
    check_property([](Tape tape, Tape noise) {
        const Model model = property::any_model(tape);
        const std::string text = property::write(model, Style::minified, noise);
        for (int i = 0; i < 10; ++i) {
            require_agreement(damaged(text, tape));
        }
    });
}

}  // namespace
