#include "worst_texts.hpp"

#include <string_view>

#include "mapgen_random.hpp"

namespace flatline::engine::bench {
namespace {

using mapgen::Random;

void letters(std::string& out, Random& random) {
    out += "thing{x=1;y=2;type=3;";
    for (std::uint32_t rest = random.below(24) + 1; rest > 0; --rest) {
        const auto letter = static_cast<char>('a' + random.below(23));  // x and y are taken
        out += {letter, '=', static_cast<char>('0' + random.below(10)), ';'};
    }
    out += "}\n";
}

void escapes(std::string& out, Random& random, bool first) {
    const auto string = [&](std::uint32_t size) {
        out += '"';
        for (; size > 0; --size) out += random.chance(500) ? "\\\"" : "\\\\";
        out += "\";";
    };
    if (first) out += "sector{texturefloor=\"-\";textureceiling=\"-\";}\n";
    out += "sidedef{sector=0;texturemiddle=";
    string(12);
    out += "comment=";
    string(random.below(400) + 1);
    out += "}\n";
}

void digits(std::string& out, Random& random) {
    const auto number = [&] {
        if (random.chance(500)) out += '-';
        out += static_cast<char>('1' + random.below(2));
        for (int i = 1; i < 17; ++i) {
            if (i == 5) out += '.';
            out += static_cast<char>('0' + random.below(10));
        }
    };
    out += "vertex{x=";
    number();
    out += ";y=";
    number();
    out += ";}\n";
}

void comments(std::string& out, Random& random) {
    constexpr std::string_view kTokens[] = {"vertex", "{", "x", "=", "1.5", ";",
                                            "y",      "=", "2", ";", "}"};
    constexpr std::string_view kParts[] = {"*", "/", "**", "//", "/*", "* /", "\"", "}"};
    for (const std::string_view token : kTokens) {
        out += token;
        out += "/*";
        const std::uint32_t most = random.chance(2) ? 20'000 : 40;
        for (std::uint32_t rest = random.below(most) + 1; rest > 0; --rest) {
            const std::string_view part = kParts[random.below(8)];
            if (out.back() == '*' && part.front() == '/') out += ' ';
            out += part;
        }
        out += " */";
    }
    out += '\n';
}

}  // namespace

std::string worst_text(Worst kind, std::uint64_t bytes) {
    Random random(1, mapgen::Stream::Layout, static_cast<std::uint64_t>(kind));
    std::string out = "namespace=\"zdoom\";\n";
    out.reserve(bytes + (1u << 20));
    for (bool first = true; out.size() < bytes; first = false) {
        switch (kind) {
            case Worst::Letters:
                letters(out, random);
                break;
            case Worst::Escapes:
                escapes(out, random, first);
                break;
            case Worst::Digits:
                digits(out, random);
                break;
            case Worst::Comments:
                comments(out, random);
                break;
        }
    }
    return out;
}

}  // namespace flatline::engine::bench
