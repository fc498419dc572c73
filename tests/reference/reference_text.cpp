#include "reference/reference_text.hpp"

namespace reference {
namespace {

constexpr std::size_t kNesting = 64;

char lower_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_letter(char c) { return (lower_letter(c) >= 'a' && lower_letter(c) <= 'z') || c == '_'; }

bool is_hex(char c) { return is_digit(c) || (lower_letter(c) >= 'a' && lower_letter(c) <= 'f'); }

// docs/udmf.md, "Numbers and booleans": a sign, then hexadecimal, or digits with dot and exponent.
bool is_number(const std::string& text, Syntax& syntax) {
    std::size_t i = 0;
    const auto digits = [&](bool (*is)(char)) {
        const std::size_t first = i;
        while (i < text.size() && is(text[i])) {
            ++i;
        }
        return i - first;
    };
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) {
        ++i;
    }
    syntax = Syntax::integer;
    if (i + 1 < text.size() && text[i] == '0' && lower_letter(text[i + 1]) == 'x') {
        i += 2;
        return digits(is_hex) > 0 && i == text.size();
    }
    std::size_t mantissa = digits(is_digit);
    if (i < text.size() && text[i] == '.') {
        ++i;
        mantissa += digits(is_digit);
        syntax = Syntax::real;
    }
    if (mantissa == 0) {
        return false;
    }
    if (i < text.size() && lower_letter(text[i]) == 'e') {
        ++i;
        if (i < text.size() && (text[i] == '+' || text[i] == '-')) {
            ++i;
        }
        syntax = Syntax::real;
        if (digits(is_digit) == 0) {
            return false;
        }
    }
    return i == text.size();
}

class Reader {
public:
    Reader(std::string_view text, bool grammar_099) : text_(text), grammar_099_(grammar_099) {
        end_ = text.size();
        while (end_ > 0 && text[end_ - 1] == '\0') {
            --end_;
        }
        if (text.substr(0, end_).substr(0, 3) == "\xEF\xBB\xBF") {
            at_ = 3;
        }
    }

    Statements read() {
        Statements result;
        try {
            read_list(result.list, 0, 0);
        } catch (const Refusal& refusal) {
            result.good = false;
            result.refusal = refusal;
        }
        return result;
    }

private:
    bool at_end() const { return at_ >= end_; }
    char now() const { return text_[at_]; }
    bool next_is(char c) const { return at_ + 1 < end_ && text_[at_ + 1] == c; }

    [[noreturn]] void refuse(const char* rule, std::size_t offset) const {
        throw Refusal{rule, offset};
    }

    // What stands here does not belong here; a NUL is named before anything else.
    [[noreturn]] void refuse_here(const char* rule) const {
        refuse(!at_end() && now() == '\0' ? "syntax-nul" : rule, at_);
    }

    bool at_comment() const { return !at_end() && now() == '/' && (next_is('/') || next_is('*')); }

    void skip_blanks() {
        while (!at_end()) {
            if (is_blank(now())) {
                ++at_;
            } else if (at_comment()) {
                skip_comment();
            } else {
                return;
            }
        }
    }

    void skip_comment() {
        const std::size_t opening = at_;
        const bool to_line_end = next_is('/');
        at_ += 2;
        while (!at_end()) {
            if (to_line_end && now() == '\n') {
                return;
            }
            if (!to_line_end && now() == '*' && next_is('/')) {
                at_ += 2;
                return;
            }
            ++at_;
        }
        if (!to_line_end) {
            refuse("syntax-unclosed-comment", opening);
        }
    }

    // Statements up to the '}' of the block opened at `brace`, or to the end of the text. What
    // was read before a fault stays in `list`.
    void read_list(std::vector<Statement>& list, std::size_t depth, std::size_t brace) {
        for (;;) {
            skip_blanks();
            if (at_end()) {
                if (depth > 0) {
                    refuse("syntax-unclosed-block", brace);
                }
                return;
            }
            if (now() == ';') {
                ++at_;
            } else if (now() == '}') {
                if (depth == 0) {
                    refuse_here("syntax-brace");
                }
                ++at_;
                return;
            } else {
                read_statement(list, depth, brace);
            }
        }
    }

    void end_of_text_is_fault_of_block(std::size_t depth, std::size_t brace) const {
        if (at_end() && depth > 0) {
            refuse("syntax-unclosed-block", brace);
        }
    }

    void read_statement(std::vector<Statement>& list, std::size_t depth, std::size_t brace) {
        Statement statement;
        statement.offset = at_;
        if (is_digit(now()) && !grammar_099_) {
            refuse_here("syntax-identifier");
        }
        while (!at_end() && (is_letter(now()) || is_digit(now()))) {
            statement.name += now();
            ++at_;
        }
        if (statement.name.empty()) {
            refuse_here("syntax-character");
        }
        skip_blanks();
        end_of_text_is_fault_of_block(depth, brace);
        if (!at_end() && now() == '{') {
            statement.is_block = true;
            if (depth >= kNesting) {
                refuse_here("limit-nesting");
            }
            const std::size_t opening = at_;
            ++at_;
            list.push_back(statement);
            read_list(list.back().body, depth + 1, opening);
            return;
        }
        if (at_end() || now() != '=') {
            refuse_here("syntax-assignment");
        }
        ++at_;
        skip_blanks();
        end_of_text_is_fault_of_block(depth, brace);
        statement.value = read_value();
        list.push_back(statement);
        skip_blanks();
        end_of_text_is_fault_of_block(depth, brace);
        if (at_end() || now() != ';') {
            refuse_here("syntax-semicolon");
        }
        ++at_;
        list.back().complete = true;
    }

    Value read_value() {
        Value value;
        value.offset = at_;
        if (at_end() || (!grammar_099_ && now() == '=')) {
            refuse_here("syntax-value");
        }
        if (now() == '"') {
            value.syntax = Syntax::string;
            value.text = read_string();
            return value;
        }
        const char first = now();
        value.text = grammar_099_ ? read_word() : read_word_of_11();
        value.spelled = value.text;
        if (value.text.empty()) {
            refuse_here("syntax-value");
        }
        if (is_number(value.text, value.syntax)) {
            return value;
        }
        const std::string folded = lower(value.text);
        if (folded == "true" || folded == "false") {
            value.syntax = Syntax::boolean;
            value.text = folded;
            return value;
        }
        std::string bare = folded;
        if (bare[0] == '+' || bare[0] == '-') {
            bare.erase(0, 1);
        }
        const bool not_finite = bare == "nan" || bare == "inf" || bare == "infinity";
        if (not_finite && (grammar_099_ || bare.size() != folded.size())) {
            refuse("number-not-finite|syntax-number", value.offset);
        }
        value.not_finite = not_finite;
        if (grammar_099_ || is_letter(first)) {
            value.syntax = Syntax::word;
            return value;
        }
        const bool like_number = is_digit(first) || first == '+' || first == '-' || first == '.';
        refuse(like_number ? "syntax-number" : "syntax-value", value.offset);
    }

    // 0.99: unquoted_string := [^{}();"'\n\t ]+, ended by a comment too.
    std::string read_word() {
        std::string word;
        while (!at_end() && !is_blank(now()) && !at_comment() && now() != '\0' &&
               std::string_view("{}();\"'").find(now()) == std::string_view::npos) {
            word += now();
            ++at_;
        }
        return word;
    }

    // 1.1: a number or a keyword. A sign stands first or after the e of an exponent.
    std::string read_word_of_11() {
        if (!is_digit(now()) && now() != '+' && now() != '-' && now() != '.') {
            return read_word();
        }
        std::string word;
        const auto sign_fits = [&word] {
            const bool hex = word.find_first_of("xX") != std::string::npos;
            return word.empty() || (!hex && lower_letter(word.back()) == 'e');
        };
        while (!at_end() && (is_letter(now()) || is_digit(now()) || now() == '.' ||
                             ((now() == '+' || now() == '-') && sign_fits()))) {
            word += now();
            ++at_;
        }
        return word;
    }

    // What a backslash and `c` stand for in GZDoom, dsda-doom and Woof alike; any other c is
    // itself.
    static char decoded(char c) { return c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c; }

    std::string read_string() {
        const std::size_t opening = at_;
        std::string result;
        bool escape = false;
        ++at_;
        while (!at_end() && now() != '"') {
            if (now() == '\\') {
                ++at_;
                if (at_end()) {
                    break;
                }
                escape = true;
            }
            if (now() == '\0') {
                refuse_here("syntax-nul");
            }
            result += escape ? decoded(now()) : now();
            escape = false;
            ++at_;
        }
        if (at_end()) {
            refuse("syntax-unclosed-string", opening);
        }
        ++at_;
        return result;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    bool grammar_099_;
};

}  // namespace

std::string lower(const std::string& text) {
    std::string result;
    for (char c : text) {
        result += lower_letter(c);
    }
    return result;
}

Statements read_statements(std::string_view text, bool grammar_099) {
    return Reader(text, grammar_099).read();
}

}  // namespace reference
