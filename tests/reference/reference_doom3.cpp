#include "reference/reference_doom3.hpp"

#include <cstdlib>
#include <cstring>

namespace reference {
namespace {

// Tokens as strings: a quoted one keeps its first quote, so that "{" in quotes is no brace.
std::vector<std::string> tokens_of(const std::string& text) {
    std::vector<std::string> tokens;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (std::strchr(" \t\r\n", c) != nullptr) {
            ++at;
        } else if (text.compare(at, 2, "//") == 0) {
            while (at < text.size() && text[at] != '\n') ++at;
        } else if (c == '"') {
            const std::size_t end = text.find('"', at + 1);
            if (end == std::string::npos) throw std::runtime_error("string without an end");
            tokens.push_back(text.substr(at, end - at));
            at = end + 1;
        } else if (std::strchr("{}()", c) != nullptr) {
            tokens.push_back(std::string(1, c));
            ++at;
        } else {
            const std::size_t end = text.find_first_of(" \t\r\n{}()\"", at);
            tokens.push_back(text.substr(at, end - at));
            at = end;
        }
    }
    return tokens;
}

class Parser {
public:
    explicit Parser(const std::string& text) : tokens_(tokens_of(text)) {}

    Doom3Document document() {
        Doom3Document document;
        if (peek() == "Version") {
            ++at_;
            document.version = take();
        }
        while (at_ < tokens_.size()) document.entities.push_back(entity());
        return document;
    }

private:
    std::string peek() const { return at_ < tokens_.size() ? tokens_[at_] : std::string(); }
    std::string take() {
        if (at_ == tokens_.size()) throw std::runtime_error("the text ends");
        return tokens_[at_++];
    }
    void skip(const std::string& token) {
        const std::string met = take();
        if (met != token) throw std::runtime_error("expected " + token + ", met " + met);
    }
    std::string text() {
        const std::string token = take();
        return token[0] == '"' ? token.substr(1) : token;
    }
    bool at_number() const {
        char* end = nullptr;
        const std::string token = peek();
        std::strtod(token.c_str(), &end);
        return !token.empty() && end == token.c_str() + token.size();
    }
    double number() {
        if (!at_number()) throw std::runtime_error("no number: " + peek());
        return std::strtod(take().c_str(), nullptr);
    }
    // All numbers up to the parenthesis that closes, through nested ones.
    void numbers_in_parentheses(std::vector<double>& out) {
        skip("(");
        int open = 1;
        while (open > 0) {
            if (peek() == "(" || peek() == ")") {
                open += take() == "(" ? 1 : -1;
            } else {
                out.push_back(number());
            }
        }
    }

    Doom3Entity entity() {
        Doom3Entity entity;
        skip("{");
        while (peek() != "}") {
            if (peek() != "{") {
                std::string key = text();
                entity.pairs.emplace_back(std::move(key), text());
                continue;
            }
            ++at_;
            if (peek().rfind("patch", 0) == 0) {
                entity.patches.push_back(patch());
            } else {
                entity.brushes.push_back(brush());
            }
            skip("}");
        }
        ++at_;
        return entity;
    }

    Doom3Brush brush() {
        Doom3Brush brush;
        if (peek() != "(") {
            brush.keyword = take();
            if (brush.keyword != "brushDef3") throw std::runtime_error(brush.keyword);
            skip("{");
        }
        while (peek() == "(") {
            Doom3Side side;
            for (int i = 0; i < (brush.keyword.empty() ? 3 : 2); ++i) {
                numbers_in_parentheses(side.numbers);
            }
            side.material = text();
            for (int i = 0; brush.keyword.empty() && i < 5; ++i) side.numbers.push_back(number());
            while (at_number()) side.trailing.push_back(number());
            brush.sides.push_back(side);
        }
        if (!brush.keyword.empty()) skip("}");
        return brush;
    }

    Doom3Patch patch() {
        Doom3Patch patch;
        patch.keyword = take();
        skip("{");
        patch.material = text();
        numbers_in_parentheses(patch.settings);
        std::vector<double> grid;
        numbers_in_parentheses(grid);
        for (std::size_t i = 0; i + 5 <= grid.size(); i += 5) {
            patch.points.push_back({grid[i], grid[i + 1], grid[i + 2], grid[i + 3], grid[i + 4]});
        }
        skip("}");
        return patch;
    }

    std::vector<std::string> tokens_;
    std::size_t at_ = 0;
};

}  // namespace

Doom3Document read_doom3(const std::string& text) { return Parser(text).document(); }

}  // namespace reference
