#include "draw/glyph_path.hpp"

#include <algorithm>
#include <cmath>

namespace flatline::engine::tool {
namespace {

constexpr double kTurn = 6.283185307179586;

class GlyphReader {
public:
    explicit GlyphReader(std::string_view path) : rest_(path) {}

    std::vector<std::vector<flatline_vertex>> run() {
        while (!rest_.empty()) {
            const char command = rest_.front();
            rest_.remove_prefix(1);
            if (command == 'M') {
                rings_.emplace_back();
                add_line();
            } else if (command == 'L') {
                add_line();
            } else if (command == 'A') {
                add_arc();
            }
            // More numbers repeat the command.
            while (begins_number()) command == 'A' ? add_arc() : add_line();
        }
        return rings_;
    }

private:
    bool begins_number() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == ',')) {
            rest_.remove_prefix(1);
        }
        if (rest_.empty()) return false;
        const char c = rest_.front();
        return c == '-' || c == '.' || (c >= '0' && c <= '9');
    }

    /// A second point begins another number: ".8.8".
    double number() {
        begins_number();
        const bool negative = !rest_.empty() && rest_.front() == '-';
        if (negative) rest_.remove_prefix(1);
        double value = 0;
        double place = 0;
        for (; !rest_.empty(); rest_.remove_prefix(1)) {
            const char c = rest_.front();
            if (c == '.' && place == 0) {
                place = 1;
            } else if (c >= '0' && c <= '9') {
                value = value * 10 + (c - '0');
                place *= 10;
            } else {
                break;
            }
        }
        if (place > 1) value /= place;
        return negative ? -value : value;
    }

    void add_line() {
        const double x = number();
        const double y = number();
        if (!rings_.empty()) rings_.back().push_back({x, y});
    }

    void add_arc() {
        const double given = number();
        number();
        number();
        const bool large = number() != 0;
        const bool sweep = number() != 0;
        const double x = number();
        const double y = number();
        if (rings_.empty() || rings_.back().empty()) return;
        const flatline_vertex from = rings_.back().back();
        const double dx = (x - from.x) / 2;
        const double dy = (y - from.y) / 2;
        const double half = std::hypot(dx, dy);
        if (half == 0) return;
        const double radius = std::max(given, half);
        // From the middle between both ends to the middle of the circle.
        const double away = std::sqrt(radius * radius - half * half) * (large == sweep ? -1 : 1);
        const flatline_vertex centre = {from.x + dx - away * dy / half,
                                        from.y + dy + away * dx / half};
        const double begins = std::atan2(from.y - centre.y, from.x - centre.x);
        double angle = std::atan2(y - centre.y, x - centre.x) - begins;
        if (sweep && angle <= 0) angle += kTurn;
        if (!sweep && angle >= 0) angle -= kTurn;
        constexpr int kSteps = 24;
        for (int i = 1; i <= kSteps; ++i) {
            const double at = begins + angle * i / kSteps;
            rings_.back().push_back(
                {centre.x + radius * std::cos(at), centre.y + radius * std::sin(at)});
        }
    }

    std::string_view rest_;
    std::vector<std::vector<flatline_vertex>> rings_;
};

}  // namespace

std::vector<std::vector<flatline_vertex>> rings_of_glyph(std::string_view path) {
    return GlyphReader(path).run();
}

}  // namespace flatline::engine::tool
