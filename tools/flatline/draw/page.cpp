#include "draw/page.hpp"

#include <string>

#include "control/rule_text.hpp"
#include "draw/page_data.hpp"
#include "draw/page_text.hpp"
#include "json.hpp"
#include "model/verdict.hpp"
#include "model/version.hpp"
#include "report/json_lines.hpp"

namespace flatline::engine::tool {
namespace {

/// JSON inside an element `script`: there `<` could begin the end of it. Outside of strings JSON
/// has none.
class Escaped {
public:
    explicit Escaped(Output& out) : out_(out) {}
    int operator()(std::string_view bytes) {
        while (!bytes.empty()) {
            const std::size_t end = bytes.find('<');
            out_.write(bytes.substr(0, end));
            if (end == bytes.npos) break;
            out_.write("\\u003c");
            bytes.remove_prefix(end + 1);
        }
        return out_.error();
    }

private:
    Output& out_;
};

void write_line_styles(JsonWriter& json) {
    json.key("lines");
    json.begin_array();
    for (const LineStyle& style : line_styles()) {
        json.begin_object();
        json.member("name", style.name);
        json.member("label", style.label);
        json.member("light", style.on_light);
        json.member("dark", style.on_dark);
        json.key("width");
        json.real(style.width);
        json.key("dash");
        json.real(style.dash);
        json.key("gap");
        json.real(style.gap);
        json.end_object();
    }
    json.end_array();
}

void write_glyphs(JsonWriter& json, std::string_view key, View<GlyphStyle> glyphs) {
    json.key(key);
    json.begin_array();
    for (const GlyphStyle& style : glyphs) {
        json.begin_object();
        json.member("name", style.name);
        json.member("label", style.label);
        json.member("light", style.on_light);
        json.member("dark", style.on_dark);
        json.member("path", style.path);
        json.member("turns", style.turns);
        json.end_object();
    }
    json.end_array();
}

void write_styles(JsonWriter& json) {
    json.key("styles");
    json.begin_object();
    write_line_styles(json);
    write_glyphs(json, "things", thing_styles());
    write_glyphs(json, "marks", mark_styles());
    json.key("ramp");
    json.begin_array();
    for (const std::string_view color : height_ramp()) json.string(color);
    json.end_array();
    json.end_object();
}

void write_finding(JsonWriter& json, const Picture& picture, const ReportedFinding& finding) {
    json.begin_object();
    json.member("rule", finding.rule_id());
    json.member("severity", static_cast<int>(finding.severity));
    json.member("message", finding.message);
    if (finding.element != FLATLINE_MAP) json.member("element", finding.element_word());
    if (finding.index != FLATLINE_NONE) json.member("index", finding.index);
    if (finding.related != FLATLINE_NONE) {
        json.member("relatedElement", finding.related_word());
        json.member("related", finding.related);
    }
    if (!finding.field.empty()) json.member("field", finding.field);
    if (!finding.lump.empty()) json.member("lump", finding.lump);
    if (finding.line != 0) {
        json.member("line", finding.line);
        json.member("column", finding.column);
    }
    if (finding.offset != FLATLINE_NO_OFFSET) json.member("offset", finding.offset);
    if (const auto place = picture.place_of(finding)) {
        json.key("x");
        json.real(place->x);
        json.key("y");
        json.real(place->y);
    }
    json.end_object();
}

/// The rows of the rules that found something.
void write_rules(JsonWriter& json, const Picture& picture) {
    RuleSet met;
    for (const ReportedFinding& finding : picture.report.findings) {
        if (finding.rule < Rule::count_) met.add(finding.rule);
    }
    json.key("rules");
    json.begin_object();
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        const Rule rule = static_cast<Rule>(i);
        if (!met.has(rule)) continue;
        const RuleNote note = rule_note(rule);
        json.key(rule_rows()[i].id);
        json.begin_object();
        json.member("sentence", as_sentence(rule_summary(rule)));
        json.member("why", as_sentence(note.why));
        json.member("mend", as_sentence(note.mend));
        json.member("ports", as_sentence(note.ports));
        json.end_object();
    }
    json.end_object();
}

/// What the rule or the fact of a verdict says.
std::string sentence_of(std::string_view id) {
    const Rule rule = find_rule(id);
    if (rule != Rule::count_) return as_sentence(rule_summary(rule));
    for (const PortFactRow& fact : port_fact_rows()) {
        if (fact.id == id) return as_sentence(fact.sentence);
    }
    return {};
}

void write_verdicts(JsonWriter& json, const MapReport& report) {
    if (report.verdicts.empty()) return;
    json.key("verdicts");
    json.begin_array();
    for (const PortVerdict& verdict : report.verdicts) {
        json.begin_object();
        json.member("port", port_name(verdict.port));
        json.member("verdict", judgement_name(verdict.judgement));
        if (!verdict.rule.empty()) {
            json.member("rule", verdict.rule);
            json.member("sentence", sentence_of(verdict.rule));
        }
        json.end_object();
    }
    json.end_array();
}

void write_data(JsonWriter& json, const Picture& picture,
                const std::function<void(JsonWriter&)>& more) {
    const MapReport& report = picture.report;
    json.begin_object();
    json.member("schema", "flatline.draw/1");
    json.member("version", version());
    json.member("file", picture.file);
    json.member("map", report.name);
    json.member("format", map_format_name(report.format));
    json.member("namespace", report.name_space.value_or(""));
    json.key("bounds");
    json.begin_array();
    const Bounds box = picture.bounds.with_margin();
    for (const double edge : {box.left, box.bottom, box.right, box.top}) json.real(edge);
    json.end_array();
    json.key("tally");
    json.begin_array();
    for (const std::uint64_t count :
         {report.tally.notes, report.tally.warnings, report.tally.errors}) {
        json.natural(count);
    }
    json.end_array();
    json.member("least", static_cast<unsigned>(picture.least));
    json.key("leftOut");
    write_rule_counts(json, report.tally.left_out);
    write_verdicts(json, report);
    if (!picture.index.empty()) json.member("index", picture.index);
    write_styles(json);
    write_rules(json, picture);
    json.key("findings");
    json.begin_array();
    for (const ReportedFinding& finding : report.findings) write_finding(json, picture, finding);
    json.end_array();
    if (picture.session.is_doom3()) {
        write_plan_data(json, picture);
    } else {
        write_map_data(json, picture);
    }
    if (more) more(json);
    json.end_object();
}

}  // namespace

void write_page(Output& out, const Picture& picture) { write_page(out, picture, nullptr); }

void write_page(Output& out, const Picture& picture, const std::function<void(JsonWriter&)>& more) {
    out.write(page_before_data());
    {
        constexpr std::size_t kBuffer = 1u << 16;
        Output data(Escaped(out), kBuffer);
        JsonWriter json(data);
        write_data(json, picture, more);
    }
    out.write(page_after_data());
}

}  // namespace flatline::engine::tool
