// Comments, keys, strings, bytes: docs/udmf.md, "Bytes, comments and keys".
#include "udmf/grammar_rows.hpp"

namespace grammar_rows {
namespace {

using namespace std::string_literals;

// The same with a comment, whose bytes are the point.
Row comment_value(const std::string& name, const std::string& literal, const std::string& json) {
    return {name, thing("comment=" + literal + ";"), {{"/things/0/comment", json}}};
}

}  // namespace

std::vector<Row> lexical_rows() {
    return {
        // comments
        {"line_comment", "// a\n" + thing("// b\nid=5; // c\n"), {{"/things/0/id", "5"}}},
        {"block_comment",
         "/* a\n * b */" + thing("/**/id/*x*/=/*y*/5/*z*/;/***/"),
         {{"/things/0/id", "5"}}},
        {"comment_glued_to_block_name", "thing//#0\n{x=1;y=2;type=3;}", {{"/things/0/type", "3"}}},
        {"block_comment_glued_to_block_name",
         "thing/*#0*/{x=1;y=2;type=3;}",
         {{"/things/0/type", "3"}}},
        {"comment_glued_to_number", thing("id=5//five\n;"), {{"/things/0/id", "5"}}},
        {"comment_glued_to_keyword", thing("ambush=true//yes\n;"), {{"/things/0/ambush", "true"}}},
        {"comment_glued_to_keyword_2",
         thing("ambush=true/*yes*/;"),
         {{"/things/0/ambush", "true"}}},
        {"comment_signs_in_string", thing("comment=\"/* // \";id=5;"), {{"/things/0/id", "5"}}},
        {"quote_in_comment", thing("// \"\n/* \" */id=5;"), {{"/things/0/id", "5"}}},
        {"stars_in_comment", thing("/* ** / * /**/id=5;"), {{"/things/0/id", "5"}}},
        {"comments_do_not_nest", "/* /* */ ^*/", {}, "syntax-character"},
        {"lone_slash", "^/ x=1;", {}, "syntax-character"},
        {"lone_slash_at_end", "x=1;^/", {}, "syntax-character"},
        {"lone_slash_after_value", "x=1 ^/ 2;", {}, "syntax-semicolon"},
        {"region_line_of_gzdoom", "^#region\nx=1;", {}, "syntax-character"},
        {"hash_comment_of_slade", "^## a\nx=1;", {}, "syntax-character"},
        // comment open at the end
        {"open_comment", "x=1; ^/* a", {}, "syntax-unclosed-comment"},
        {"open_comment_at_once", "^/*", {}, "syntax-unclosed-comment"},
        {"open_comment_slash_star_slash", "x=1; ^/*/", {}, "syntax-unclosed-comment"},
        {"open_comment_star_at_end", "x=1; ^/* *", {}, "syntax-unclosed-comment"},
        {"open_comment_in_block", "vertex{x=1; ^/* a }", {}, "syntax-unclosed-comment"},
        {"open_comment_before_value", "vertex{x= ^/* a }", {}, "syntax-unclosed-comment"},
        {"line_comment_at_end", "x=1; // a", {{"/unknown/global", "[[\"x\",1]]"}}},
        {"empty_line_comment_at_end", "x=1; //", {{"/unknown/global", "[[\"x\",1]]"}}},
        // key case
        {"upper_case_keys",
         "NAMESPACE=\"ZDOOM\";THING{X=1;Y=2;TYPE=3;SKILL12=TRUE;}",
         {{"/things/0/skill12", "true"}, {"/namespace", "\"zdoom\""}}},
        {"mixed_case_keys",
         "NameSpace=\"zDoom\";tHiNg{x=1;Y=2;TyPe=3;AmBuSh=tRuE;}",
         {{"/things/0/ambush", "true"}}},
        {"unknown_key_keeps_its_case",
         thing("User_Foo=1;"),
         {{"/unknown/thing", "[[0,\"User_Foo\",1]]"}}},
        // identifiers
        {"key_begins_with_digit", "vertex{x=1;y=2;^1a=2;}", {}, "syntax-identifier"},
        {"block_begins_with_digit", "^1vertex{x=1;y=2;}", {}, "syntax-identifier"},
        {"key_with_digits", thing("_a1_2=3;"), {{"/unknown/thing", "[[0,\"_a1_2\",3]]"}}},
        {"quoted_key", "^\"x\"=1;", {}, "syntax-character"},
        {"dollar_key", "^$x=1;", {}, "syntax-character"},
        {"minus_in_key", "a^-b=1;", {}, "syntax-assignment"},
        {"dot_in_key", "a^.b=1;", {}, "syntax-assignment"},
        {"slash_in_key", "a^/b=1;", {}, "syntax-assignment"},
        {"backslash_in_key", "a^\\b=1;", {}, "syntax-assignment"},
        {"colon_after_key", "a^:b=1;", {}, "syntax-assignment"},
        {"parenthesis", "^(x)=1;", {}, "syntax-character"},
        {"control_character", "x=1;^\x01y=2;", {}, "syntax-character"},
        {"ctrl_z_at_end", "x=1;^\x1A", {}, "syntax-character"},
        // strings
        comment_value("escaped_quote", R"("a\"b")", R"("a\"b")"),
        comment_value("only_an_escaped_quote", R"("\"")", R"("\"")"),
        comment_value("escaped_backslash", R"("a\\b")", R"("a\\b")"),
        {"string_ends_behind_escaped_backslash",
         thing(R"(comment="foo\\";arg0str="bar";)"),
         {{"/things/0/comment", R"("foo\\")"}, {"/things/0/arg0str", "\"bar\""}}},
        comment_value("line_feed_return_and_tab", R"("a\nb\rc\td")", R"("a\nb\rc\td")"),
        comment_value("escapes_are_read_once", R"("\\n")", R"("\\n")"),
        comment_value("backslash_yields_next", R"("\x41\101\c\?\a\N")", "\"x41101c?aN\""),
        comment_value("escaped_line_end", "\"a\\\nb\"", "\"a\\nb\""),
        comment_value("raw_line_end", "\"a\nb\"", "\"a\\nb\""),
        comment_value("raw_crlf", "\"a\r\nb\"", "\"a\\r\\nb\""),
        comment_value("raw_control_characters", "\"a\tb\x01\x7F\"", "\"a\\tb\\u0001\x7F\""),
        comment_value("empty_string", "\"\"", "\"\""),
        comment_value("utf8_in_string", "\"\xC3\xA4\xE2\x82\xAC\"", "\"\xC3\xA4\xE2\x82\xAC\""),
        comment_value("latin1_in_string", "\"\xE4z\"", "\"\xC3\xA4z\""),
        comment_value("braces_in_string", "\"};{=\"", "\"};{=\""),
        {"single_quotes", thing("comment=^'a';"), {}, "syntax-value"},
        {"two_strings", thing("comment=\"a\" ^\"b\";"), {}, "syntax-semicolon"},
        {"open_string", "x=^\"a", {}, "syntax-unclosed-string"},
        {"open_string_in_block", "vertex{x=^\"a; }", {}, "syntax-unclosed-string"},
        {"open_string_at_once", "x=^\"", {}, "syntax-unclosed-string"},
        {"open_string_backslash", "x=^\"a\\", {}, "syntax-unclosed-string"},
        {"open_string_escaped_quote", "x=^\"a\\\"", {}, "syntax-unclosed-string"},
        // bytes
        {"byte_order_mark",
         "\xEF\xBB\xBF" + thing("id=5;"),
         {{"/things/0/id", "5"}, {"/namespace", "\"zdoom\""}}},
        {"byte_order_mark_counts_in_offsets", "\xEF\xBB\xBFx=1; ^}", {}, "syntax-brace"},
        {"byte_order_mark_alone", "\xEF\xBB\xBF", {{"/counts/things", "0"}}},
        {"half_a_byte_order_mark", "^\xEF\xBBx=1;", {}, "syntax-character"},
        {"trailing_nuls", thing("id=5;") + "\0\0\0"s, {{"/things/0/id", "5"}}},
        {"only_nuls", "\0\0"s, {{"/counts/things", "0"}}},
        {"trailing_nuls_after_line_end", thing("id=5;") + "\r\n\0"s, {{"/things/0/id", "5"}}},
        {"nul_in_block", "vertex{x=1;^\0y=2;}"s, {}, "syntax-nul"},
        {"nul_between_blocks", "vertex{x=1;y=2;}^\0vertex{x=1;y=2;}"s, {}, "syntax-nul"},
        {"nul_in_string", "x=\"a^\0b\";"s, {}, "syntax-nul"},
        {"nul_in_comment",
         "/* \0 */x=1;"s,
         {{"/unknown/global", R"([["x",1]])"}},
         "",
         "portability-nul"},
        {"nul_in_line_comment",
         "// \0\nx=1;"s,
         {{"/unknown/global", R"([["x",1]])"}},
         "",
         "portability-nul"},
        {"nul_in_key", "a^\0b=1;"s, {}, "syntax-nul"},
        {"nul_for_value", "a=^\0;"s, {}, "syntax-nul"},
        {"nul_after_value", "a=1^\0;"s, {}, "syntax-nul"},
        {"nul_then_line_end", "x=1;^\0\n"s, {}, "syntax-nul"},
        {"open_string_before_trailing_nuls", "x=^\"a\0\0"s, {}, "syntax-unclosed-string"},
        {"open_block_before_trailing_nuls", "vertex^{x=1;\0\0"s, {}, "syntax-unclosed-block"},
        {"crlf",
         "namespace=\"zdoom\";\r\nthing\r\n{\r\nx=1;\r\ny=2;\r\ntype=3;\r\n}\r\n",
         {{"/things/0/type", "3"}}},
        {"lone_cr", "thing\r{\rx=1;\ry=2;\rtype=3;\r}\r", {{"/things/0/type", "3"}}},
        {"tabs", "\tthing\t{\tx\t=\t1\t;\ty=2;type=3;}", {{"/things/0/x", "1"}}},
        {"non_ascii_in_comment",
         "// \xC3\xA4 \xFF\n/* \xE4 */" + thing("id=5;"),
         {{"/things/0/id", "5"}}},
    };
}

}  // namespace grammar_rows
