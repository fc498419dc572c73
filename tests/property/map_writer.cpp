#include <string>

#include "property/map_model.hpp"

namespace property {
namespace {

class Writer {
public:
    Writer(Style style, Tape& noise) : style_(style), noise_(noise), noisy_(noise.once_in(2)) {
        line_end_ = noise_.once_in(3) ? "\r\n" : "\n";
    }

    std::string write(const Model& model) {
        const bool mark = noise_.once_in(10);
        if (mark) {
            text_ += "\xEF\xBB\xBF";
        }
        if (style_ == Style::slade) {
            text_ += "// Written by no editor" + line_end_;
        }
        int counts[7] = {};
        for (const Block& block : model.blocks) {
            if (block.entry.is_block) {
                block_of(block.entry, counts[block.kind]++);
            } else {
                assignment(block.entry);
            }
            stray();
        }
        if (noise_.once_in(10)) {
            text_ += "// the end";
        }
        if (noise_.once_in(10)) {
            text_ += std::string(noise_.between(1, 4), '\0');
        }
        return text_;
    }

private:
    // Blanks or comments, anywhere between two tokens.
    void noise() {
        if (!noisy_) {
            return;
        }
        const char* const pieces[] = {" ",      "\t",          "\n",           "\r\n",
                                      "//\n",   "// x=1; }\n", "/**/",         "/* \" * / { */",
                                      "/***/ ", "//#12\r\n",   "/*\n\n*/\t\t", "// \xC3\xA4\xFF\n"};
        while (noise_.once_in(4)) {
            text_ += noise_.pick(pieces);
        }
    }

    void stray() {
        if (noisy_ && noise_.once_in(15)) {
            text_ += ';';
            noise();
        }
    }

    void token(const std::string& token) {
        text_ += token;
        noise();
    }

    std::string cased(const Entry& entry) {
        std::string key = entry.key;
        if (noisy_ && entry.known) {
            for (char& c : key) {
                if (c >= 'a' && c <= 'z' && noise_.once_in(6)) {
                    c = static_cast<char>(c - 'a' + 'A');
                }
            }
        }
        return key;
    }

    void assignment(const Entry& entry) {
        token(cased(entry));
        token(style_ == Style::udb ? " = " : "=");
        token(entry.literal);
        token(style_ == Style::minified ? ";" : ";" + line_end_);
    }

    void block_of(const Entry& entry, int index) {
        token(cased(entry));
        if (style_ == Style::udb) {
            text_ += " // " + std::to_string(index) + line_end_;
        } else if (style_ == Style::slade) {
            text_ += "//#" + std::to_string(index) + line_end_;
        }
        const std::string end = style_ == Style::minified ? "" : line_end_;
        token("{" + end);
        for (const Entry& inner : entry.inner) {
            stray();
            if (inner.is_block) {
                block_of(inner, 0);
            } else {
                assignment(inner);
            }
        }
        stray();
        token("}" + end + end);
    }

    Style style_;
    Tape& noise_;
    bool noisy_;
    std::string line_end_;
    std::string text_;
};

}  // namespace

std::string write(const Model& model, Style style, Tape& noise) {
    return Writer(style, noise).write(model);
}

}  // namespace property
