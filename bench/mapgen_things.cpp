// Things: kinds, arguments, and the flags that say in which games they stand.

#include "mapgen_fields.hpp"

#include "mapgen_names.hpp"
#include "mapgen_room.hpp"

#include <algorithm>

namespace flatline::engine::mapgen {

void ElementWriter::thing(std::size_t index) {
    const Thing& thing = layout_.things[index];
    Random random(options_.seed, Stream::Thing, index);
    const bool player = thing.role != ThingRole::Any;
    text_.open("thing", index);
    if (!player && random.chance(30)) {
        text_.integer("id", random.range(1, 400));
        if (is_srb2() && random.chance(200)) {
            more_ids(random, false);
        }
    }
    // SRB2 cuts off the fraction of a thing's place.
    const std::int32_t step = is_srb2() ? 1000 : 1;
    text_.decimal("x", snap_to(thing.x, step));
    text_.decimal("y", snap_to(thing.y, step));
    if (!player && random.chance(150)) {
        const std::int64_t height = random.multiple(8, 1, 24);
        if (is_srb2()) {
            text_.integer("height", height);
        } else {
            text_.decimal("height", height * 1000);
        }
    }
    const std::int64_t angle = random.multiple(45, 0, 7);
    if (angle != 0 || options_.style == Style::Udb) {
        text_.integer("angle", angle);
    }
    if (player) {
        text_.integer("type", static_cast<std::int64_t>(thing.role) + 1);
    } else if (is_srb2()) {
        text_.integer("type", kSrb2ThingTypes[random.below(kSrb2ThingTypes.size())]);
    } else {
        text_.integer("type", kThingTypes[random.below(kThingTypes.size())]);
    }
    if (is_srb2()) {
        thing_of_srb2(random);
    } else {
        thing_of_zdoom(random);
    }
    user_keys(random);
    text_.close();
}

void ElementWriter::thing_of_zdoom(Random& random) {
    if (random.chance(15)) {
        text_.integer("special", 80);
        if (random.chance(300)) {
            text_.name("arg0str", pick(kScripts, random));
        } else {
            text_.integer("arg0", random.range(1, 40));
        }
    } else if (random.chance(60)) {
        text_.integer("arg0", random.range(1, 255));
        for (std::size_t i = 1; i < 5; ++i) {
            if (random.chance(400)) {
                text_.integer(kArguments[i], random.range(1, 255));
            }
        }
    }
    // Most things stand in every game; some only for the harder skills.
    if (random.chance(940)) {
        text_.boolean("skill1");
        text_.boolean("skill2");
        text_.boolean("skill3");
    }
    text_.boolean("skill4");
    text_.boolean("skill5");
    const bool classes = is_zdoom() && random.chance(600);
    if (classes) {
        text_.boolean("skill6");
        text_.boolean("skill7");
        text_.boolean("skill8");
    }
    text_.boolean("single");
    text_.boolean("coop");
    text_.boolean("dm");
    if (random.chance(350)) {
        text_.boolean("ambush");
    }
    if (random.chance(10)) {
        text_.boolean("dormant");
    }
    text_.boolean("class1");
    text_.boolean("class2");
    text_.boolean("class3");
    if (classes) {
        text_.boolean("class4");
        text_.boolean("class5");
    }
    if (random.chance(30)) {
        switch (random.below(8)) {
            case 0:
                text_.decimal("alpha", random.multiple(50, 1, 19));
                break;
            case 1:
                text_.decimal("gravity", random.multiple(125, 1, 7));
                break;
            case 2:
                text_.decimal("health", random.multiple(500, 1, 9));
                break;
            case 3:
                text_.decimal("scalex", random.multiple(250, 1, 9));
                break;
            case 4:
                text_.decimal("scale", random.multiple(250, 1, 9));
                break;
            case 5:
                text_.integer("floatbobphase", random.range(0, 63));
                break;
            case 6:
                text_.boolean("countsecret");
                break;
            default:
                text_.boolean("friend");
                break;
        }
    }
    if (is_zdoom() && random.chance(20)) {
        switch (random.below(5)) {
            case 0:
                text_.integer("pitch", random.multiple(15, -6, 6));
                break;
            case 1:
                text_.integer("roll", random.multiple(15, 1, 23));
                break;
            case 2:
                text_.name("renderstyle", "add");
                break;
            case 3:
                text_.integer("fillcolor", random.range(1, 0xFFFFFF));
                break;
            default:
                text_.text("comment", pick(kRemarks, random));
                break;
        }
    }
}

void ElementWriter::thing_of_srb2(Random& random) {
    if (random.chance(120)) {
        // Fewer and fewer of the ten arguments.
        const std::uint32_t count = 1 + std::min(random.below(10), random.below(10));
        for (std::uint32_t i = 0; i < count; ++i) {
            if (i == 0 || random.chance(700)) {
                text_.integer(kArguments[i], random.range(1, 300));
            }
        }
    }
    if (random.chance(15)) {
        text_.name("stringarg0", pick(kScripts, random));
    }
    if (random.chance(30)) {
        text_.boolean("flip");
    }
    if (random.chance(60)) {
        text_.boolean("absolutez");
    }
    if (random.chance(20)) {
        switch (random.below(4)) {
            case 0:
                text_.decimal("mobjscale", random.multiple(250, 1, 9));
                break;
            case 1:
                text_.decimal("scalex", random.multiple(250, 1, 9));
                break;
            case 2:
                text_.integer("pitch", random.multiple(15, 1, 23));
                break;
            default:
                text_.integer("roll", random.multiple(15, 1, 23));
                break;
        }
    }
}

}  // namespace flatline::engine::mapgen
