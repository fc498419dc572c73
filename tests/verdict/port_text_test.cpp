// How each port ends with a text that differs from a sound one in one place: what issue 32 found
// wrong, one line each.
#include "verdict/port_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "verdict/verdict_tools.hpp"

namespace port_text_test {

using flatline::engine::Port;
using flatline::engine::verdict::CReal;
using flatline::engine::verdict::Ending;

struct Case {
    Port port;
    std::string from, to;  // nothing in `from`: after the text
    Ending ending;
};

std::string changed(const Case& c) {
    std::string text = verdict_tools::sound(c.port).text();
    if (c.from.empty()) return text + c.to;
    const std::size_t at = text.find(c.from);
    EXPECT_NE(at, text.npos) << c.from;
    return at == text.npos ? text : text.replace(at, c.from.size(), c.to);
}

TEST(PortText, EndsAsThePortDoes) {
    constexpr Ending kReads = Ending::reads, kStops = Ending::stops, kLost = Ending::undefined;
    const std::string nested = "foo{bar{a=1;}}\n";
    const std::string open = "foo=\"abc";
    const Case cases[] = {
        {Port::dsda, "thing{", "thing{angle=2015e0;", kStops},
        {Port::woof, "thing{", "thing{angle=2015e0;", kStops},
        {Port::dsda, "vertex{x=0", "vertex{x=.", kReads},
        {Port::woof, "vertex{x=0", "vertex{x=.", kStops},
        {Port::dsda, "vertex{", "vertex\v{", kStops},
        {Port::woof, "vertex{", "vertex\f{", kStops},
        {Port::srb2, "namespace", "namespace\v", kStops},
        {Port::eternity, "vertex{", "vertex\v{", kReads},
        {Port::zdbsp, "vertex{", "vertex\f{", kReads},
        {Port::dsda, "", "namespace=\"foo\";\n", kStops},
        {Port::woof, "", "namespace=\"\";\n", kStops},
        {Port::eternity, "", "namespace=\"foo\";\n", kReads},
        {Port::woof, "\"woof\";", "\"doom\";foo{}", kReads},
        {Port::woof, "thing{", "thing{arg0=1.5;", kStops},
        {Port::eternity, ";", ";foo=vertex;", kStops},
        {Port::zdbsp, ";", ";foo=vertex;", kReads},
        {Port::eternity, "", nested, kStops},
        {Port::woof, "", nested, kReads},
        {Port::dsda, "", nested, kReads},
        {Port::zdbsp, "vertex{", "vertex{/*/ a */", kStops},
        {Port::dsda, "vertex{", "vertex{/*/ a */", kReads},
        {Port::eternity, "vertex{x=0", "vertex{x=0x1p3", kReads},
        {Port::dsda, "vertex{x=0", "vertex{x=0x1p3", kStops},
        {Port::eternity, "vertex{x=0", "vertex{x=\"0\"", kStops},
        {Port::srb2, "vertex{x=0", "vertex{x=\"0\"", kReads},
        {Port::srb2, "vertex{x=0", "vertex{x=true", kReads},
        {Port::srb2, "vertex{x=0;", "vertex{", kStops},
        {Port::srb2, "sidefront=0", "sidefront=-1", kStops},
        {Port::srb2, "sidefront=0", "sidefront=-2", kReads},
        {Port::dsda, "", open, kReads},
        {Port::woof, "", open, kReads},
        {Port::srb2, "", open, kReads},
        {Port::zdbsp, "", open, kReads},
        {Port::eternity, "", open, kStops},
        {Port::zdbsp, "vertex{", "vertex{x-y.z=5;", kReads},
        {Port::dsda, "vertex{", "vertex{x-y=5;", kStops},
        {Port::zdbsp, "thing{", "thing{a='b';", kReads},
        {Port::zdbsp, "thing{", "thing{a=\"" + std::string(40'957, 'b') + "\";", kReads},
        {Port::zdbsp, "thing{", "thing{a=\"" + std::string(40'958, 'b') + "\";", kLost},
        {Port::zdbsp, "linedef{v1=1;", "linedef{", kLost},
        {Port::srb2, "thing{", "thing{odd ", kLost},
    };
    for (const Case& c : cases) {
        const auto read = flatline::engine::verdict::read_as(c.port, changed(c));
        EXPECT_TRUE(read.known);
        EXPECT_EQ(read.ending, c.ending) << flatline::engine::port_name(c.port) << ": " << c.from
                                         << " -> " << c.to.substr(0, 60);
    }
}

// SRB2's and Eternity's text ends at a NUL; the others take it for a blank.
TEST(PortText, CountsWhatThePortHas) {
    const auto vertices = [](Port port) {
        const Case c = {port, "linedef{", std::string("\0linedef{", 9), Ending::reads};
        return flatline::engine::verdict::read_as(port, changed(c)).counts[FLATLINE_LINEDEF];
    };
    EXPECT_EQ(vertices(Port::srb2), 0u);
    EXPECT_EQ(vertices(Port::eternity), 0u);
    for (const Port port : {Port::dsda, Port::woof, Port::zdbsp}) EXPECT_EQ(vertices(port), 3u);
    EXPECT_FALSE(flatline::engine::verdict::read_as(Port::gzdoom, "").known);
}

TEST(PortText, NumbersOfC) {
    const auto is = [](std::string_view text, std::size_t size, double value) {
        const CReal real = flatline::engine::verdict::c_real(text);
        EXPECT_EQ(real.size, size) << text;
        EXPECT_EQ(real.value, value) << text;
    };
    is("5", 1, 5);
    is("-5.5x", 4, -5.5);
    is("+.5e1", 5, 5);
    is("1e", 1, 1);
    is("1e+", 1, 1);
    is("0x1p3", 5, 8);
    is("0x.8", 4, 0.5);
    is("0x", 1, 0);
    is("-", 0, 0);
    is(".", 0, 0);
    is("abc", 0, 0);
    is("1e999", 5, HUGE_VAL);
    is("-infinity", 9, -HUGE_VAL);
    EXPECT_EQ(flatline::engine::verdict::c_real("nan(a1)").size, 7u);
    EXPECT_EQ(flatline::engine::verdict::c_real("nan(a1").size, 3u);
    EXPECT_EQ(flatline::engine::verdict::c_int(-5.9), -5);
    EXPECT_EQ(flatline::engine::verdict::c_int(2147483648.0), -2147483647 - 1);
}

}  // namespace port_text_test
