// Small maps of rooms side by side, as lists of fields that tests change, and as text in any order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace diff_test {

/// Fields of one element, as they are written.
using Fields = std::map<std::string, std::string>;

enum Kind { kVertex, kLine, kSide, kSector, kThing, kKinds };
inline constexpr const char* kWords[] = {"vertex", "linedef", "sidedef", "sector", "thing"};

struct Rooms {
    std::vector<Fields> elements[kKinds];
    std::vector<std::pair<std::string, std::string>> globals = {{"namespace", "\"zdoom\""}};

    int index(Kind kind, int i, const char* field) const {
        return std::stoi(elements[kind][static_cast<std::size_t>(i)].at(field));
    }
    int count(Kind kind) const { return static_cast<int>(elements[kind].size()); }
    Fields& at(Kind kind, int i) { return elements[kind][static_cast<std::size_t>(i)]; }
    const Fields& at(Kind kind, int i) const { return elements[kind][static_cast<std::size_t>(i)]; }
    int add(Kind kind, Fields fields) {
        elements[kind].push_back(std::move(fields));
        return count(kind) - 1;
    }
};

using Random = std::mt19937;
inline int below(Random& random, int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n));
}

/// `width` by `height` rooms of 64 units that share their walls, and some things.
inline Rooms make_rooms(Random& random, int width = 3, int height = 3) {
    Rooms map;
    const auto number = [](int value) { return std::to_string(value); };
    for (int y = 0; y <= height; ++y) {
        for (int x = 0; x <= width; ++x) {
            map.add(kVertex, {{"x", number(64 * x)}, {"y", number(64 * y)}});
        }
    }
    for (int i = 0; i < width * height; ++i) {
        map.add(kSector, {{"heightfloor", number(8 * below(random, 2))},
                          {"heightceiling", "128"},
                          {"texturefloor", "\"F" + number(below(random, 3)) + "\""},
                          {"textureceiling", "\"C\""}});
    }
    const auto side = [&](int sector) {
        return map.add(kSide, {{"sector", number(sector)},
                               {"texturemiddle", below(random, 2) == 0 ? "\"A\"" : "\"B\""}});
    };
    const auto line = [&](int from, int to, int right, int left) {
        if (right < 0) {
            std::swap(from, to);
            std::swap(right, left);
        }
        Fields fields = {
            {"v1", number(from)}, {"v2", number(to)}, {"sidefront", number(side(right))}};
        if (left < 0) {
            fields["blocking"] = "true";
        } else {
            fields["twosided"] = "true";
            fields["sideback"] = number(side(left));
        }
        if (below(random, 5) == 0) fields["special"] = number(1 + below(random, 20));
        map.add(kLine, std::move(fields));
    };
    const auto room = [&](int x, int y) {
        return x >= 0 && x < width && y >= 0 && y < height ? y * width + x : -1;
    };
    const auto vertex = [&](int x, int y) { return y * (width + 1) + x; };
    for (int y = 0; y <= height; ++y) {
        for (int x = 0; x < width; ++x)
            line(vertex(x, y), vertex(x + 1, y), room(x, y - 1), room(x, y));
    }
    for (int x = 0; x <= width; ++x) {
        for (int y = 0; y < height; ++y)
            line(vertex(x, y), vertex(x, y + 1), room(x, y), room(x - 1, y));
    }
    for (int i = 0; i < 12; ++i) {
        map.add(kThing, {{"x", number(below(random, 64 * width))},
                         {"y", number(below(random, 64 * height))},
                         {"type", number(3001 + below(random, 4))},
                         {"angle", number(90 * below(random, 2))},
                         {"skill1", "true"}});
    }
    return map;
}

/// A map whose elements have other numbers: new_index[kind][i] is that of element i.
struct Shuffled {
    Rooms map;
    std::vector<int> new_index[kKinds];
};

inline Shuffled shuffle(const Rooms& map, Random& random) {
    Shuffled out;
    out.map.globals = map.globals;
    for (int kind = 0; kind < kKinds; ++kind) {
        std::vector<int>& order = out.new_index[kind];
        order.resize(map.elements[kind].size());
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), random);
        out.map.elements[kind].resize(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            out.map.elements[kind][static_cast<std::size_t>(order[i])] = map.elements[kind][i];
        }
    }
    const auto renumber = [&](Fields& fields, const char* name, Kind kind) {
        const auto at = fields.find(name);
        if (at == fields.end()) return;
        at->second = std::to_string(out.new_index[kind][std::stoul(at->second)]);
    };
    for (Fields& line : out.map.elements[kLine]) {
        for (const char* name : {"v1", "v2"}) renumber(line, name, kVertex);
        for (const char* name : {"sidefront", "sideback"}) renumber(line, name, kSide);
    }
    for (Fields& side : out.map.elements[kSide]) renumber(side, "sector", kSector);
    return out;
}

/// As UDMF; fields and blocks in another order where `random` is given.
inline std::string text_of(const Rooms& map, Random* random = nullptr) {
    std::string text;
    for (const auto& [name, value] : map.globals) text += name + " = " + value + ";\n";
    std::vector<int> kinds = {kThing, kVertex, kLine, kSide, kSector};
    if (random != nullptr) std::shuffle(kinds.begin(), kinds.end(), *random);
    for (const int kind : kinds) {
        for (const Fields& element : map.elements[kind]) {
            std::vector<std::pair<std::string, std::string>> fields(element.begin(), element.end());
            if (random != nullptr) std::shuffle(fields.begin(), fields.end(), *random);
            text += std::string(kWords[kind]) + "\n{\n";
            for (const auto& [name, value] : fields) text += name + " = " + value + ";\n";
            text += "}\n";
        }
    }
    return text;
}

}  // namespace diff_test
