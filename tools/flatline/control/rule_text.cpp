#include "control/rule_text.hpp"

#include <string_view>
#include <utility>

namespace flatline::engine::tool {
namespace {

constexpr std::pair<std::string_view, std::string_view> kPlaceholderWords[] = {
    {"{text}", "<text>"},
    {"{field}", "<field>"},
    {"{key}", "<key>"},
    {"{a}", "<a>"},
    {"{b}", "<b>"},
    {"{related}", "<other element>"},
    {"{more}", ""},
    {"{times}", ""},
    {"{part}", "<texture or flat>"},
    {"{game}", "<game and lumps>"},
    {"{cause}", "<what is wrong with it>"},
};

}  // namespace

std::string rule_summary(Rule rule) {
    std::string summary(rule_rows()[static_cast<std::size_t>(rule)].sentence);
    for (const auto& [placeholder, word] : kPlaceholderWords) {
        for (std::size_t at = 0; (at = summary.find(placeholder, at)) != summary.npos;) {
            summary.replace(at, placeholder.size(), word);
            at += word.size();
        }
    }
    return summary;
}

std::string as_sentence(std::string_view clause) {
    std::string sentence(clause);
    if (sentence.empty()) return sentence;
    // A name such as dsda-doom or midtex3d keeps its letters.
    const std::size_t word = sentence.find_first_of(" ,;:");
    const bool is_name = sentence.substr(0, word).find_first_of("-_0123456789<") != sentence.npos;
    if (sentence[0] >= 'a' && sentence[0] <= 'z' && !is_name) {
        sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
    }
    if (sentence.back() != '.') sentence += '.';
    return sentence;
}

}  // namespace flatline::engine::tool
