// Random maps for slope rules: a grid of quads and triangles that close, with specials, tags and
// things of one port strewn over it.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace slope_grid {

class Grid {
public:
    Grid(std::string port, unsigned seed) : port_(std::move(port)), random_(seed) {}

    std::string text() {
        std::string out = "namespace=\"" + port_ + "\";";
        vertices(out);
        sectors_ = without_lines_ =
            below(3);  // the first ones, so that they are found first by tag
        cells();
        lines(out);
        for (int i = 0; i < sectors_; ++i) out += sector();
        for (int i = below(14); i > 0; --i) out += thing();
        return out;
    }

private:
    static constexpr int kCells = 4;
    static constexpr int kSize = 64;

    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
    bool chance(int percent) { return below(100) < percent; }
    static std::string field(const char* name, int value) {
        return name + ("=" + std::to_string(value) + ";");
    }
    int height() { return 8 * (below(40) - 20); }

    void vertices(std::string& out) {
        for (int y = 0; y <= kCells; ++y) {
            for (int x = 0; x <= kCells; ++x) {
                // Nowhere more than 8 from the grid: all cells stay convex.
                const int vx = kSize * x + below(17) - 8;
                const int vy = kSize * y + below(17) - 8;
                places_.push_back({vx, vy});
                out += "vertex{" + field("x", vx) + field("y", vy);
                if (port_ != "eternity" && chance(20))
                    out += "zfloor=" + std::to_string(height()) + ".5;";
                if (port_ != "eternity" && chance(10))
                    out += "zceiling=" + std::to_string(height()) + ".25;";
                out += "}";
            }
        }
    }

    // Clockwise, so that the sector lies to the right of each edge.
    void polygon(const std::vector<int>& corners) {
        for (std::size_t i = 0; i < corners.size(); ++i) {
            right_[{corners[i], corners[(i + 1) % corners.size()]}] = sectors_;
        }
        ++sectors_;
    }
    void cells() {
        for (int y = 0; y < kCells; ++y) {
            for (int x = 0; x < kCells; ++x) {
                const int a = y * (kCells + 1) + x;
                const int b = a + kCells + 1;
                if (chance(40)) {
                    polygon({a, b, b + 1});
                    polygon({a, b + 1, a + 1});
                } else {
                    polygon({a, b, b + 1, a + 1});
                }
            }
        }
    }

    void lines(std::string& out) {
        std::string sides;
        int side = 0;
        const auto add_side = [&](int sector) {
            sides += "sidedef{" + field("sector", sector) + "}";
            return side++;
        };
        for (const auto& [edge, sector] : right_) {
            const auto other = right_.find({edge.second, edge.first});
            const bool two_sided = other != right_.end();
            if (two_sided && edge.first > edge.second) continue;
            const bool turned = two_sided && chance(50);
            out += "linedef{" + field("v1", turned ? edge.second : edge.first) +
                   field("v2", turned ? edge.first : edge.second) +
                   field("sidefront", add_side(turned ? other->second : sector));
            if (two_sided) {
                out += field("sideback", add_side(turned ? sector : other->second));
            }
            if (chance(30)) out += field("id", below(4));
            out += special() + "}";
        }
        // Lines without length, over one vertex or two at one place, anywhere and of any sector.
        for (int i = below(4); i > 0; --i) {
            const int v = static_cast<int>(places_.size());
            const std::string place = "vertex{x=" + std::to_string(below(kSize * kCells)) +
                                      ".71;y=" + std::to_string(below(kSize * kCells)) + ".71;}";
            places_.resize(places_.size() + 2, places_[0]);
            out += place + place + "linedef{" + field("v1", v) + field("v2", v + below(2)) +
                   field("sidefront", add_side(any_sector()));
            if (chance(50)) out += field("sideback", add_side(any_sector()));
            if (chance(50)) out += field("id", below(4));
            out += special() + "}";
        }
        out += sides;
    }
    // Those without other lines more often than the rest.
    int any_sector() {
        return without_lines_ != 0 && chance(30) ? below(without_lines_) : below(sectors_);
    }

    std::string arguments(int most0, int most1, int most2, int most3, int most4) {
        return field("arg0", below(most0)) + field("arg1", below(most1)) +
               field("arg2", below(most2)) + field("arg3", below(most3)) +
               field("arg4", below(most4));
    }
    std::string special() {
        if (chance(60)) return "";
        if (port_ == "srb2") {
            switch (below(3)) {
                case 0:
                    return field("special", 700) + arguments(4, 4, 8, 1, 1);
                case 1:
                    return field("special", 704) + arguments(5, 4, 4, 4, 4);
                default:
                    return field("special", 720) + arguments(5, 5, 5, 5, 16);
            }
        }
        if (port_ == "eternity" && chance(60)) {
            return field("special", 386 + below(11)) + arguments(4, 1, 1, 1, 1);
        }
        if (chance(50)) return field("special", 118) + arguments(5, 5, 5, 5, 16);
        return field("special", 181) + arguments(16, 4, 1, 1, 1);
    }

    std::string sector() {
        const int floor = height();
        std::string out = "sector{texturefloor=\"F\";textureceiling=\"F\";" +
                          field("heightfloor", floor) + field("heightceiling", floor + 128);
        if (chance(60)) out += field("id", below(5));
        if (port_ != "eternity" && chance(20)) out += "moreids=\"2 3\";";
        if (port_ != "eternity" && chance(20)) {
            out += "floorplane_a=0." + std::to_string(below(9)) + ";floorplane_b=-0.3;" +
                   "floorplane_c=" + std::to_string(1 + below(3)) +
                   ".5;floorplane_d=" + std::to_string(height()) + ".0;";
        }
        return out + "}";
    }

    std::string thing() {
        const int zdoom[] = {9500, 9501, 9502, 9503, 9510, 9511, 1500, 1501, 1504, 1505};
        const int type = port_ == "zdoom" ? zdoom[below(10)] : port_ == "srb2" ? 750 : 1;
        std::string out = "thing{" + field("type", type) + field("height", below(64) - 32) +
                          field("arg0", type == 9502 || type == 9503 ? 30 + below(120) : below(4)) +
                          field("angle", below(360)) + field("id", below(4));
        if (port_ == "srb2" && chance(30)) out += "moreids=\"1 2\";";
        if (type == 1504 || type == 1505 || (port_ == "srb2" && chance(30))) {
            const auto [x, y] =
                places_[static_cast<std::size_t>(below(static_cast<int>(places_.size())))];
            return out + field("x", x) + field("y", y) + "}";
        }
        const std::string part = port_ == "zdoom" ? ".37;" : ";";
        // Inside the map, whose border is within 8 units of the grid's.
        return out + "x=" + std::to_string(8 + below(kSize * kCells - 16)) + part +
               "y=" + std::to_string(8 + below(kSize * kCells - 16)) + part + "}";
    }

    std::string port_;
    std::mt19937 random_;
    std::vector<std::pair<int, int>> places_;
    std::map<std::pair<int, int>, int> right_;  // the sector to the right of an edge
    int sectors_ = 0;
    int without_lines_ = 0;
};

}  // namespace slope_grid
