// Numbers and booleans: docs/udmf.md, "Numbers and booleans".
#include "udmf/grammar_rows.hpp"

namespace grammar_rows {
namespace {

std::string thing(const std::string& fields) {
    return "namespace=\"zdoom\";thing{x=1;y=2;type=3;" + fields + "}";
}

// An integer field, a real one and an unknown one with this literal.
Row integer(const std::string& name, const std::string& literal, const std::string& value,
            const std::string& finding = "") {
    return {"int_" + name, thing("id=" + literal + ";"), {{"/things/0/id", value}}, "", finding};
}

Row real(const std::string& name, const std::string& literal, const std::string& value) {
    return {"real_" + name, thing("height=" + literal + ";"), {{"/things/0/height", value}}};
}

Row unknown(const std::string& name, const std::string& literal, const std::string& value) {
    return {"unknown_" + name,
            thing("user_a=" + literal + ";"),
            {{"/unknown/thing", "[[0,\"user_a\"," + value + "]]"}}};
}

Row bad(const std::string& name, const std::string& literal,
        const std::string& rule = "syntax-number") {
    return {"bad_" + name, thing("id=^" + literal + ";"), {}, rule};
}

Row bad_real(const std::string& name, const std::string& literal, const std::string& rule) {
    return {"bad_real_" + name, thing("height=^" + literal + ";"), {}, rule};
}

const char* const kNotFinite = "number-not-finite|syntax-keyword|syntax-number";
const char* const kTooLarge = "number-not-finite|number-range";

}  // namespace

std::vector<Row> number_rows() {
    return {
        integer("bare_zero", "0", "0"),
        integer("plus", "+5", "5"),
        integer("minus", "-5", "-5"),
        integer("minus_zero", "-0", "0"),
        integer("leading_zero_is_decimal", "0123", "123"),
        integer("leading_zero_not_octal", "08", "8"),
        integer("many_zeros", "0000000000000000000000000012", "12"),
        integer("signed_leading_zero", "-007", "-7"),
        integer("hex", "0x1F", "31"),
        integer("hex_lower", "0xff", "255"),
        integer("hex_upper_x", "0XfF", "255"),
        integer("hex_minus", "-0x10", "-16"),
        integer("hex_plus", "+0x10", "16"),
        integer("hex_zeros", "0x000000000000000000000010", "16"),
        integer("hex_largest", "0x7FFFFFFF", "2147483647"),
        integer("hex_smallest", "-0x80000000", "-2147483648"),
        integer("largest", "2147483647", "2147483647"),
        integer("smallest", "-2147483648", "-2147483648"),
        integer("with_dot", "1.0", "1"),
        integer("dot_at_end", "7.", "7"),
        integer("fraction", "1.9", "1", "field-fraction"),
        integer("fraction_toward_zero", "-1.9", "-1", "field-fraction"),
        integer("fraction_below_one", ".5", "0", "field-fraction"),
        integer("exponent", "1e2", "100"),
        integer("exponent_large", "10E2", "1000"),
        integer("exponent_negative", "1.5e-1", "0", "field-fraction"),
        integer("fraction_at_largest", "2147483647.9", "2147483647", "field-fraction"),
        integer("fraction_at_smallest", "-2147483648.9", "-2147483648", "field-fraction"),
        integer("tiny", "1e-400", "0"),
        bad("minus_space", "- 5"),
        bad("sign_only", "+"),
        bad("dot_only", "."),
        bad("sign_dot", "-."),
        bad("two_signs", "+-1"),
        bad("two_minus", "--1"),
        bad("hex_no_digits", "0x"),
        bad("hex_bad_digit", "0x1G"),
        bad("hex_exponent", "0x1p3"),
        bad("hex_dot", "0x1.8"),
        bad("exponent_no_digits", "1e"),
        bad("exponent_sign_only", "1e+"),
        bad("exponent_after_dot", ".e5"),
        bad("two_dots", "1.2.3"),
        bad("exponent_dot", "1e5.5"),
        bad("suffix_u", "5u"),
        bad("suffix_f", "1.5f"),
        bad("letters", "12abc"),
        bad("underscore", "1_000"),
        bad("int_one_too_large", "2147483648", "number-range"),
        bad("int_one_too_small", "-2147483649", "number-range"),
        bad("int_wraps_to_zero", "4294967296", "number-range"),
        bad("int_wraps", "99999999999", "number-range"),
        bad("int_beyond_64_bits", "99999999999999999999", "number-range"),
        bad("int_hex_too_large", "0x80000000", "number-range"),
        bad("int_hex_as_minus_one", "0xFFFFFFFF", "number-range"),
        bad("int_hex_beyond_64_bits", "0x10000000000000001", "number-range"),
        bad("int_with_dot_too_large", "2147483648.0", "number-range"),
        bad("int_exponent_too_large", "1e10", "number-range"),
        bad("int_infinite", "1e999", kTooLarge),
        bad("nan", "nan", kNotFinite),
        bad("inf", "inf", kNotFinite),
        bad("upper_nan", "NaN", kNotFinite),
        bad("infinity", "Infinity", kNotFinite),
        bad("minus_inf", "-inf", kNotFinite),
        bad("plus_nan", "+nan", kNotFinite),
        bad("word", "five", "syntax-keyword"),
        bad_real("nan", "nan", kNotFinite),
        bad_real("minus_inf", "-inf", kNotFinite),
        bad_real("overflow", "1e999", kTooLarge),
        bad_real("minus_overflow", "-1e309", kTooLarge),
        bad_real("just_over", "1.7976931348623159e308", kTooLarge),
        {"bad_unknown_overflow", thing("user_a=^1e309;"), {}, kTooLarge},
        {"bad_unknown_int", thing("user_a=^9223372036854775808;"), {}, "number-range"},
        {"bad_unknown_negative_int", thing("user_a=^-9223372036854775809;"), {}, "number-range"},
        {"bad_unknown_hex", thing("user_a=^0x8000000000000000;"), {}, "number-range"},
        {"bad_global_int", "a=^9223372036854775808;", {}, "number-range"},
        {"bad_int_in_unknown_block", "b{a=^9223372036854775808;}", {}, "number-range"},
        unknown("int64_largest", "9223372036854775807", "9223372036854775807"),
        unknown("int64_smallest", "-9223372036854775808", "-9223372036854775808"),
        unknown("small", "7", "7"),
        unknown("plus", "+7", "7"),
        unknown("int32_largest", "2147483647", "2147483647"),
        unknown("beyond_int32", "2147483648", "2147483648"),
        unknown("beyond_int32_below", "-2147483649", "-2147483649"),
        {"unknown_among_comments",
         thing("b/**/=/**/3/**/;c = 4//;\n ; d= -5 ;"),
         {{"/unknown/thing", R"([[0,"b",3],[0,"c",4],[0,"d",-5]])"}}},
        unknown("hex", "-0xFF", "-255"),
        unknown("hex_largest", "0x7fffffffffffffff", "9223372036854775807"),
        unknown("leading_zero", "010", "10"),
        unknown("real", "2.5", "2.5"),
        unknown("exponent", "5e3", "5000.0"),
        unknown("largest", "1.7976931348623157e308", "1.7976931348623157e308"),
        unknown("subnormal", "5e-324", "5e-324"),
        unknown("underflow", "1e-400", "0.0"),
        unknown("true", "TRUE", "true"),
        unknown("false", "False", "false"),
        unknown("string", "\"5\"", "\"5\""),
        real("integer", "1", "1.0"),
        real("hex", "0x10", "16.0"),
        real("hex_minus", "-0X1f", "-31.0"),
        real("leading_zero", "010", "10.0"),
        real("no_digit_before_dot", ".5", "0.5"),
        real("no_digit_behind_dot", "5.", "5.0"),
        real("minus_dot", "-.5", "-0.5"),
        real("plus", "+2.5", "2.5"),
        real("exponent_without_dot", "1e2", "100.0"),
        real("exponent_upper", "1E2", "100.0"),
        real("exponent_plus", "1e+1", "10.0"),
        real("exponent_minus", "125e-2", "1.25"),
        real("exponent_behind_dot", "1.e1", "10.0"),
        real("exponent_zero_digits", "1e00002", "100.0"),
        real("rounded", "0.1", "0.1"),
        real("many_digits", "0.10000000000000000555111512312578270211815834045410156", "0.1"),
        real("tie_to_even", "9007199254740993", "9007199254740992.0"),
        real("above_tie", "9007199254740993.0000000001", "9007199254740994.0"),
        real("nineteen_digits", "1234567890123456789", "1234567890123456789"),
        real("twenty_digits", "12345678901234567890", "12345678901234567890"),
        real("slowly_halving", "6.0221407599999999e23", "6.0221407599999999e23"),
        real("smallest_normal", "2.2250738585072014e-308", "2.2250738585072014e-308"),
        real("largest_subnormal", "2.2250738585072011e-308", "2.2250738585072011e-308"),
        real("udb_fifteen_decimals", "-1023.999999999999997", "-1023.999999999999997"),
        // booleans and values of another kind
        {"bool_true", thing("ambush=true;"), {{"/things/0/ambush", "true"}}},
        {"bool_any_case", thing("ambush=TrUe;"), {{"/things/0/ambush", "true"}}},
        {"bool_false", thing("ambush=FALSE;"), {{"/things/0/ambush", "false"}}},
        {"bool_given_string",
         thing("ambush=\"true\";"),
         {{"/things/0/ambush", "false"}},
         "",
         "field-type"},
        {"bool_given_number",
         thing("ambush=1;"),
         {{"/things/0/ambush", "false"}},
         "",
         "field-type"},
        {"bool_given_word", thing("ambush=^yes;"), {}, "syntax-keyword"},
        {"bool_word_begins_like_true", thing("ambush=^truely;"), {}, "syntax-keyword"},
        {"int_given_string", thing("id=\"5\";"), {{"/things/0/id", "0"}}, "", "field-type"},
        {"int_given_bool", thing("id=true;"), {{"/things/0/id", "0"}}, "", "field-type"},
        {"real_given_string",
         thing("height=\"5\";"),
         {{"/things/0/height", "0"}},
         "",
         "field-type"},
        {"real_given_bool", thing("height=true;"), {{"/things/0/height", "0"}}, "", "field-type"},
        {"string_given_int",
         "namespace=\"zdoom\";sector{texturefloor=5;textureceiling=\"C\";}",
         {{"/sectors/0/texturefloor", "\"-\""}},
         "",
         "field-type"},
        {"string_given_bool",
         thing("comment=true;"),
         {{"/things/0/comment", "\"\""}},
         "",
         "field-type"},
        {"default_is_not_zero",
         "namespace=\"zdoom\";sector{lightlevel=\"5\";}",
         {{"/sectors/0/lightlevel", "160"}},
         "",
         "field-type"},
        {"column_given_wrong_kind",
         thing("gravity=\"5\";"),
         {{"/things/0/type", "3"}},
         "",
         "field-type"},
        {"required_given_wrong_kind", "thing{x=1;y=2;type=\"3\";}", {}, "thing-missing-field"},
        {"required_given_bool", "vertex{x=true;y=2;}", {}, "vertex-missing-field"},
    };
}

}  // namespace grammar_rows
