// The commands rules and explain.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "commands.hpp"
#include "control/examples.hpp"
#include "control/rule_text.hpp"
#include "json.hpp"
#include "model/check.hpp"
#include "report/json_lines.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

/// "error", or "off" of a rule that runs only where it is asked for.
std::string_view level_word(Rule rule) {
    static const RuleLevels levels;
    if (levels.get(rule) == RuleLevel::off) return "off";
    return severity_name(rule_rows()[static_cast<std::size_t>(rule)].severity);
}

/// "none", "safe" or "unsafe": what `fix` does about it.
std::string_view fix_word(Rule rule) {
    return fix_name(rule_rows()[static_cast<std::size_t>(rule)].fix);
}

template <class Visit>
void for_each_rule(const Visit& visit) {
    for (std::size_t i = 0; i < kRuleCount; ++i) visit(static_cast<Rule>(i), rule_rows()[i].id);
}

void print_text(Console& console) {
    std::size_t width = 0;
    for_each_rule([&](Rule, std::string_view id) { width = std::max(width, id.size()); });
    for_each_rule([&](Rule rule, std::string_view id) {
        console.print("{:<{}}  {:<7}  {:<6}  {}\n", id, width, level_word(rule), fix_word(rule),
                      rule_summary(rule));
    });
}

void write_rule(JsonWriter& json, Rule rule) {
    const RuleNote note = rule_note(rule);
    const std::string example = example_text(rule);
    json.begin_object();
    json.member("type", "rule");
    json.member("rule", rule_rows()[static_cast<std::size_t>(rule)].id);
    json.member("severity", level_word(rule));
    json.member("fix", fix_word(rule));
    json.member("sentence", rule_summary(rule));
    json.member("why", note.why);
    json.member("mend", note.mend);
    json.member("ports", note.ports);
    json.key("example");
    if (example.empty()) {
        json.null();
    } else {
        json.string(example);
    }
    json.end_object();
    json.end_line();
}

void print_markdown(Console& console) {
    console.print(
        "| rule | severity | fix | what | why | mend | ports |\n|---|---|---|---|---|---|---|\n");
    for_each_rule([&](Rule rule, std::string_view id) {
        const RuleNote note = rule_note(rule);
        console.print("| {} | {} | {} | {} | {} | {} | {} |\n", id, level_word(rule),
                      fix_word(rule), markdown_cell(rule_summary(rule)), markdown_cell(note.why),
                      markdown_cell(note.mend), markdown_cell(note.ports));
    });
}

void print_indented(Console& console, std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        console.print("    {}\n", text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

/// What `flatline fix` does about the rule.
std::string_view fix_sentence(Rule rule) {
    switch (rule_rows()[static_cast<std::size_t>(rule)].fix) {
        case RuleFix::safe:
            return "safe: flatline fix mends it";
        case RuleFix::unsafe:
            return "unsafe: flatline fix --unsafe mends it";
        default:
            return "none";
    }
}

void explain(Console& console, Rule rule) {
    const RuleNote note = rule_note(rule);
    const std::string_view id = rule_rows()[static_cast<std::size_t>(rule)].id;
    console.print("{} ({})\n", console.out_style.bold(id), level_word(rule));
    console.print("{}\n\n", as_sentence(rule_summary(rule)));
    console.print("why:      {}\n", as_sentence(note.why));
    console.print("ports:    {}\n", as_sentence(note.ports));
    console.print("to mend:  {}\n", note.mend);
    console.print("fix:      {}\n", fix_sentence(rule));
    const std::string_view excerpt = example_excerpt(rule);
    if (excerpt.empty()) {
        console.print("example:  none; the rule is about {}\n", why_no_example(rule));
        return;
    }
    console.print("example:\n");
    print_indented(console, excerpt);
    console.print("the whole map:  flatline explain --example {}\n", id);
    const std::string_view options = example_options(rule);
    if (!options.empty()) console.print("found by:  flatline check {} PATH\n", options);
}

}  // namespace

int run_rules(Console& console) {
    if (console.args.markdown) {
        print_markdown(console);
    } else if (console.args.json) {
        JsonWriter json(console.out);
        for_each_rule([&](Rule rule, std::string_view) { write_rule(json, rule); });
        write_count_json(json, "rules", std::uint64_t{kRuleCount});
    } else {
        print_text(console);
    }
    return kExitOk;
}

int run_explain(Console& console) {
    const Arguments& args = console.args;
    if (args.example) {
        const Rule rule = args.explained.front();
        const std::string text = example_text(rule);
        if (args.explained.size() != 1 || text.empty()) {
            console.complain(args.explained.size() != 1
                                 ? std::string("--example: name one rule")
                                 : fmt::format("there is no example: the rule is about {}",
                                               why_no_example(rule)));
            return kExitUsage;
        }
        console.out.write(text);
        return kExitOk;
    }
    if (args.json) {
        JsonWriter json(console.out);
        for (const Rule rule : args.explained) write_rule(json, rule);
        write_count_json(json, "rules", args.explained.size());
        return kExitOk;
    }
    for (std::size_t i = 0; i < args.explained.size(); ++i) {
        if (i != 0) console.print("\n");
        explain(console, args.explained[i]);
    }
    return kExitOk;
}

}  // namespace flatline::engine::tool
