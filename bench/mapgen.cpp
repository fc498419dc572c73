// Finds the number of rooms for the wanted size of text, then writes the text.

#include "mapgen.hpp"

#include "mapgen_fields.hpp"
#include "mapgen_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace flatline::engine::mapgen {

namespace {

constexpr std::uint64_t kLargestTarget = 16'000'000'000;
// Below this size rooms are kept plain: a single rich room may take 15 KB.
constexpr std::uint64_t kPlainBelow = 64'000;
// Up to this many elements of a kind are all measured; of more, an evenly spread part.
constexpr std::size_t kMeasured = 12'000;
constexpr std::uint64_t kFirstGuessOfRoomBytes = 9'000;
constexpr int kMostTries = 16;
constexpr std::size_t kScratchBytes = 65'536;

struct Plan {
    LayoutOptions layout_options;
    Layout layout;
    std::uint64_t bytes = 0;  // exact for small maps, else within about 0.5 %
};

// The size of the text without building it.
class Meter {
public:
    Meter(const Options& options, const Layout& layout)
        : layout_(layout), writer_(options, layout, scratch_) {
        scratch_.reserve(kScratchBytes);
    }

    [[nodiscard]] std::uint64_t element(Kind kind, std::size_t index) {
        scratch_.clear();
        writer_.element(kind, index);
        return scratch_.size();
    }

    [[nodiscard]] std::uint64_t all() {
        scratch_.clear();
        writer_.header();
        std::uint64_t total = scratch_.size();
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            total += all(static_cast<Kind>(kind));
        }
        return total;
    }

private:
    [[nodiscard]] std::uint64_t all(Kind kind) {
        const std::size_t count = count_of(layout_, kind);
        const std::size_t step = count <= kMeasured ? 1 : count / kMeasured;
        std::uint64_t bytes = 0;
        std::uint64_t measured = 0;
        for (std::size_t i = 0; i < count; i += step) {
            bytes += element(kind, i);
            ++measured;
        }
        return measured == count ? bytes : bytes * count / measured;
    }

    const Layout& layout_;
    std::string scratch_;
    ElementWriter writer_;
};

class Planner {
public:
    explicit Planner(const Options& options) : options_(options) {
        base_.seed = options.seed;
        base_.plain = options.target_bytes < kPlainBelow;
        if (options.flavour != Flavour::Dsda) {
            const double share = std::clamp(options.sloped_fraction, 0.0, 1.0);
            base_.sloped_permille = static_cast<std::uint32_t>(std::lround(share * 1000.0));
        }
    }

    Plan find() {
        const std::uint64_t target = options_.target_bytes;
        std::uint64_t rooms = std::max<std::uint64_t>(target / kFirstGuessOfRoomBytes, 1);
        std::uint64_t fits = 0;      // the most rooms known to fit
        std::uint64_t too_many = 0;  // the fewest known not to
        Plan plan;
        for (int tries = 0; tries < kMostTries; ++tries) {
            plan = Plan();  // frees the last layout before the next is made
            plan = plan_for(rooms);
            if (plan.bytes <= target) {
                fits = rooms;
                // What is missing now is filled with things.
                if (target - plan.bytes <= target / 250) {
                    break;
                }
            } else {
                too_many = rooms;
            }
            // Aimed a little short, as only a map that is too small can be corrected.
            rooms = std::max<std::uint64_t>(rooms * (target - target / 800) / plan.bytes, 1);
            if (too_many != 0 && rooms >= too_many) {
                rooms = (fits + too_many) / 2;
            } else if (rooms <= fits) {
                rooms = too_many != 0 ? (fits + too_many) / 2 : fits + 1;
            }
            if (rooms == fits) {
                break;
            }
        }
        const std::uint64_t best = std::max<std::uint64_t>(fits, 1);
        if (plan.layout_options.rooms != best) {
            plan = Plan();
            plan = plan_for(best);
        }
        fill(plan);
        return plan;
    }

private:
    [[nodiscard]] Plan plan_for(std::uint64_t rooms) const {
        Plan result;
        result.layout_options = base_;
        result.layout_options.rooms = static_cast<std::uint32_t>(rooms);
        result.layout = build_layout(result.layout_options);
        result.bytes = Meter(options_, result.layout).all();
        return result;
    }

    // Adds things until one more would only lead away from the target.
    void fill(Plan& plan) const {
        Meter meter(options_, plan.layout);
        std::vector<Thing>& things = plan.layout.things;
        const std::uint64_t target = options_.target_bytes;
        for (std::uint64_t number = 0; plan.bytes < target; ++number) {
            things.push_back(extra_thing(plan.layout_options, number));
            const std::uint64_t more = meter.element(Kind::Thing, things.size() - 1);
            if (plan.bytes + more > target && plan.bytes + more - target > target - plan.bytes) {
                things.pop_back();
                break;
            }
            plan.bytes += more;
        }
    }

    const Options& options_;
    LayoutOptions base_;
};

}  // namespace

Generated generate(const Options& options, Format format) {
    if (options.target_bytes > kLargestTarget) {
        throw std::length_error("the largest target is 16 GB");
    }
    const Plan plan = Planner(options).find();
    const Layout& layout = plan.layout;

    Generated result;
    result.counts = {layout.vertices.size(), layout.lines.size(), layout.sides.size(),
                     layout.sectors.size(), layout.things.size()};
    result.text.reserve(static_cast<std::size_t>(plan.bytes + plan.bytes / 64 + 4096));
    ElementWriter writer(options, layout, result.text, format);
    writer.header();
    for (const Kind kind : block_order(options.style)) {
        const std::size_t count = count_of(layout, kind);
        writer.begin(kind);
        for (std::size_t i = 0; i < count; ++i) {
            writer.element(kind, i);
        }
        writer.end();
    }
    writer.footer();
    if (options.style == Style::Minified && format == Format::Textmap) {
        // SRB2 refuses a text whose last byte is the last brace.
        result.text += options.crlf ? "\r\n" : "\n";
    }
    return result;
}

}  // namespace flatline::engine::mapgen
