#include "mapgen_text.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace flatline::engine::mapgen {

namespace {

// Comments that a careless reader takes for data: braces, quotes, assignments, the other opener.
constexpr std::array<std::string_view, 12> kComments = {
    "lift to the upper hall", "lower this later",
    "x = 12; y = 14;",        "a \"quoted\" word",
    "the old door {",         "} end of the west wing",
    "thing { type = 1; }",    "one \" quote",
    "see // above",           "/* not open",
    "needs a better light;",  "= ; = ;",
};

constexpr std::string_view namespace_of(Flavour flavour) {
    switch (flavour) {
        case Flavour::Srb2:
            return "srb2";
        case Flavour::Dsda:
            return "dsda";
        case Flavour::Zdoom:
            break;
    }
    return "zdoom";
}

}  // namespace

TextWriter::TextWriter(const Options& options, std::string& out, Format format)
    : options_(options),
      out_(out),
      random_(options.seed, Stream::Layout, 0),
      newline_(options.crlf ? "\r\n" : "\n"),
      line_end_(options.style == Style::Minified ? "" : newline_),
      json_(format == Format::Json),
      minified_(options.style == Style::Minified),
      plain_(!options.comments && !options.messy_layout) {
    const bool udb = options.style == Style::Udb;
    assign_ = udb ? " = " : "=";
    if (options.tabs && !minified_) {
        indent_ = "\t";
        assign_ = udb ? "\t= " : "\t=\t";
    }
}

void TextWriter::header() {
    if (json_) {
        out_ += "{\"namespace\":\"";
        out_ += namespace_of(options_.flavour);
        out_ += '"';
        return;
    }
    if (options_.style == Style::Slade) {
        out_ += "// Made by mapgen";
        out_ += line_end_;
    }
    out_ += "namespace";
    out_ += minified_ ? "=" : assign_;
    out_ += '"';
    out_ += namespace_of(options_.flavour);
    out_ += "\";";
    out_ += line_end_;
    if (options_.style == Style::Slade) {
        out_ += line_end_;
    }
}

void TextWriter::footer() {
    if (json_) {
        out_ += "}\n";
    }
}

void TextWriter::begin_list(std::string_view block) {
    if (json_) {
        out_ += ",\n\"";
        out_ += block;
        out_ += "\":[";
    }
}

void TextWriter::end_list() {
    if (json_) {
        out_ += ']';
    }
}

void TextWriter::open(std::string_view block, std::uint64_t index) {
    if (json_) {
        out_ += index == 0 ? "\n{" : ",\n{";
        first_field_ = true;
        return;
    }
    if (!plain_ || options_.random_key_order) {
        // The first letters differ enough: t, v, l, and si and se.
        const auto letters =
            static_cast<unsigned char>(block[0]) * 256U + static_cast<unsigned char>(block[1]);
        random_ = Random(options_.seed, Stream::Layout, (std::uint64_t{letters} << 40U) + index);
    }
    if (options_.comments && random_.chance(80)) {
        any_comment();
    }
    if (options_.messy_layout) {
        key_in_any_case(block);
        gap();
        out_ += '{';
        gap();
        return;
    }
    out_ += block;
    if (!minified_) {
        out_ += options_.style == Style::Udb ? " // " : "//#";
        put_integer(static_cast<std::int64_t>(index));
        out_ += line_end_;
    }
    out_ += '{';
    out_ += line_end_;
}

void TextWriter::close() {
    if (json_) {
        out_ += '}';
        return;
    }
    if (options_.random_key_order && field_starts_.size() > 1) {
        const std::size_t first = field_starts_.front();
        shuffled_.clear();
        std::vector<std::size_t>& starts = field_starts_;
        starts.push_back(out_.size());  // the end of the last field
        const auto count = static_cast<std::uint32_t>(starts.size() - 1);
        order_.resize(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            order_[i] = i;
        }
        for (std::uint32_t i = count; i > 1; --i) {
            std::swap(order_[i - 1], order_[random_.below(i)]);
        }
        for (const std::uint32_t i : order_) {
            shuffled_.append(out_, starts[i], starts[i + 1] - starts[i]);
        }
        out_.replace(first, shuffled_.size(), shuffled_);
    }
    field_starts_.clear();
    out_ += '}';
    if (options_.messy_layout) {
        gap();
        out_ += newline_;
        return;
    }
    out_ += line_end_;
    out_ += line_end_;
}

void TextWriter::integer(std::string_view key, std::int64_t value) {
    begin_field(key);
    put_integer(value);
    end_field();
}

void TextWriter::decimal(std::string_view key, std::int64_t scaled, int decimals) {
    begin_field(key);
    const bool negative = scaled < 0;
    auto rest = static_cast<std::uint64_t>(negative ? -scaled : scaled);
    std::array<char, 24> digits{};
    std::size_t begin = digits.size();
    bool needed = !minified_;  // the minified style drops zeros at the end, and the dot with them
    for (int i = 0; i < decimals; ++i) {
        const auto digit = static_cast<char>('0' + rest % 10);
        rest /= 10;
        needed = needed || digit != '0';
        if (needed) {
            digits[--begin] = digit;
        }
    }
    if (needed) {
        digits[--begin] = '.';
    }
    if (negative) {
        out_ += '-';
    }
    put_integer(static_cast<std::int64_t>(rest));
    out_.append(digits.data() + begin, digits.size() - begin);
    end_field();
}

void TextWriter::boolean(std::string_view key, bool value) {
    begin_field(key);
    out_ += value ? "true" : "false";
    end_field();
}

void TextWriter::name(std::string_view key, std::string_view value) {
    begin_field(key);
    out_ += '"';
    out_ += value;
    out_ += '"';
    end_field();
}

void TextWriter::text(std::string_view key, std::string_view value) {
    begin_field(key);
    out_ += '"';
    for (const char c : value) {
        if (c == '"' || c == '\\') {
            out_ += '\\';
        }
        out_ += c;
    }
    out_ += '"';
    end_field();
}

void TextWriter::begin_field(std::string_view key) {
    if (json_) {
        out_ += first_field_ ? "\"" : ",\"";
        out_ += key;
        out_ += "\":";
        first_field_ = false;
        return;
    }
    if (options_.random_key_order) {
        field_starts_.push_back(out_.size());
    }
    if (options_.messy_layout) {
        key_in_any_case(key);
        gap();
        out_ += '=';
        gap();
        return;
    }
    out_ += indent_;
    out_ += key;
    out_ += assign_;
}

void TextWriter::end_field() {
    if (json_) {
        return;
    }
    if (options_.messy_layout) {
        gap();
        out_ += ';';
        if (random_.chance(750)) {
            out_ += newline_;
        }
        gap();
        return;
    }
    out_ += ';';
    if (options_.comments && random_.chance(40)) {
        out_ += minified_ ? "" : " ";
        any_comment();
        return;
    }
    out_ += line_end_;
}

void TextWriter::key_in_any_case(std::string_view key) {
    // SRB2 compares keys by case.
    const std::uint32_t kind = options_.flavour == Flavour::Srb2 ? 0 : random_.below(10);
    for (std::size_t i = 0; i < key.size(); ++i) {
        const char c = key[i];
        const bool upper = kind == 8 || (kind == 9 && i == 0);
        out_ += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
}

void TextWriter::put_integer(std::int64_t value) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out_.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

// Ends its line, so that nothing after it is lost.
void TextWriter::any_comment() {
    const bool whole_line = !minified_ && random_.chance(800);
    out_ += whole_line ? "// " : "/* ";
    out_ += kComments[random_.below(kComments.size())];
    out_ += whole_line ? "" : " */";
    out_ += line_end_;
}

// Any blanks or comments that may stand between two tokens.
void TextWriter::gap() {
    const std::uint32_t kind = random_.below(100);
    if (kind < 30) {
        return;
    }
    if (kind < 70) {
        out_ += ' ';
    } else if (kind < 82) {
        out_.append(random_.below(8) + 1, ' ');
    } else if (kind < 92) {
        out_.append(random_.below(3) + 1, '\t');
    } else if (kind < 97) {
        out_ += newline_;
        out_.append(random_.below(9), ' ');
    } else if (kind < 98) {
        out_ += "/* ";
        out_ += kComments[random_.below(kComments.size())];
        out_ += " */";
    } else {
        out_ += " // ";
        out_ += kComments[random_.below(kComments.size())];
        out_ += newline_;
    }
}

}  // namespace flatline::engine::mapgen
