#include "reference/reference_binary.hpp"

#include <algorithm>
#include <set>

namespace reference {
namespace {

const char* const kNeeded[] = {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS"};
const char* const kLumps[] = {"THINGS",   "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS",
                              "SSECTORS", "NODES",    "SECTORS",  "REJECT",   "BLOCKMAP",
                              "BEHAVIOR", "SCRIPTS",  "LEAFS",    "LIGHTS",   "MACROS"};

std::string upper(std::string text) {
    for (char& c : text) {
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return text;
}

std::string lower_case(std::string text) {
    for (char& c : text) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
}

template <std::size_t N>
bool is_one_of(const std::string& name, const char* const (&list)[N]) {
    return std::any_of(std::begin(list), std::end(list),
                       [&](const char* entry) { return upper(name) == entry; });
}

unsigned byte_at(const std::string& lump, std::size_t at) {
    return static_cast<unsigned char>(lump[at]);
}
int u16(const std::string& lump, std::size_t at) {
    return static_cast<int>(byte_at(lump, at) + 256 * byte_at(lump, at + 1));
}
int s16(const std::string& lump, std::size_t at) {
    const int value = u16(lump, at);
    return value >= 32768 ? value - 65536 : value;
}
std::size_t u32(const std::string& bytes, std::size_t at) {
    return static_cast<std::size_t>(u16(bytes, at)) +
           65536 * static_cast<std::size_t>(u16(bytes, at + 2));
}

// A name of a texture, flat or lump: 8 bytes, up to the first NUL.
std::string name_at(const std::string& lump, std::size_t at) {
    const std::string name = lump.substr(at, 8);
    return name.substr(0, name.find('\0'));
}

std::string in_quotes(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        result += c;
    }
    return result + "\"";
}

// ---- which lumps make a map ----

struct Entry {
    std::string name;
    std::size_t place = 0;
    std::size_t size = 0;
};

bool is_needed(const std::vector<Entry>& entries, std::size_t i) {
    return i < entries.size() && is_one_of(entries[i].name, kNeeded);
}

// The first entry after the run of lumps that begins at `first`.
std::size_t end_of_run(const std::vector<Entry>& entries, std::size_t first) {
    std::set<std::string> met;
    std::size_t i = first;
    for (; i < entries.size() && is_one_of(entries[i].name, kLumps); ++i) {
        const bool all_there = std::all_of(std::begin(kNeeded), std::end(kNeeded),
                                           [&](const char* name) { return met.count(name) != 0; });
        const bool is_label = is_needed(entries, i + 1) && is_needed(entries, i + 2) &&
                              upper(entries[i + 1].name) != upper(entries[i + 2].name);
        if ((all_there && is_label) || !met.insert(upper(entries[i].name)).second) {
            break;
        }
    }
    return i;
}

int needed_in(const std::vector<Entry>& entries, std::size_t first, std::size_t end) {
    int count = 0;
    for (std::size_t i = first; i < end; ++i) {
        count += is_needed(entries, i) ? 1 : 0;
    }
    return count;
}

BinaryMap make_map(const std::string& wad, const std::vector<Entry>& entries, std::size_t label,
                   std::size_t end) {
    BinaryMap map;
    map.name = entries[label].name;
    for (std::size_t i = label + 1; i < end; ++i) {
        const std::string name = upper(entries[i].name);
        map.order.push_back(entries[i].name);
        if (name == "LEAFS" || name == "LIGHTS" || name == "MACROS") {
            map.supported = false;
        }
        const bool inside =
            entries[i].place <= wad.size() && entries[i].size <= wad.size() - entries[i].place;
        if (!inside && is_one_of(name, kNeeded)) {
            map.in_file = false;
        }
        map.lumps[name] = inside ? wad.substr(entries[i].place, entries[i].size) : std::string();
    }
    for (const char* name : kNeeded) {
        if (map.lumps.count(name) == 0 && map.missing.empty()) {
            map.missing = name;
        }
    }
    return map;
}

// ---- flags ----

struct Bit {
    int bit;
    const char* field;  // "skill1 skill2" sets two
};

using Bits = std::vector<Bit>;

const Bits kCommonLineBits = {{1, "blocking"},
                              {2, "blockmonsters"},
                              {4, "twosided"},
                              {8, "dontpegtop"},
                              {0x10, "dontpegbottom"}};
const Bits kLineBits = {
    {0x20, "secret"}, {0x40, "blocksound"}, {0x80, "dontdraw"}, {0x100, "mapped"}};
const Bits kDoomLineBits = {{0x200, "passuse"},
                            {0x400, "midtex3d"},
                            {0x1000, "blocklandmonsters"},
                            {0x2000, "blockplayers"}};
const Bits kStrifeLineBits = {
    {0x200, "jumpover"}, {0x400, "blockfloaters"}, {0x800, "transparent"}, {0x1000, "translucent"}};
const Bits kHexenLineBits = {{0x200, "repeatspecial"}};
const Bits kZdoomLineBits = {
    {0x2000, "monsteractivate"}, {0x4000, "blockplayers"}, {0x8000, "blockeverything"}};
const Bits kSrb2LineBits = {{0x20, "skewtd"},    {0x40, "noclimb"},   {0x80, "noskew"},
                            {0x100, "midpeg"},   {0x200, "midsolid"}, {0x400, "wrapmidtex"},
                            {0x800, "netonly"},  {0x1000, "nonet"},   {0x4000, "bouncy"},
                            {0x8000, "transfer"}};

const Bits kSkillBits = {{1, "skill1 skill2"}, {2, "skill3"}, {4, "skill4 skill5"}};
const Bits kHexenThingBits = {{8, "ambush"},    {0x10, "dormant"}, {0x20, "class1"},
                              {0x40, "class2"}, {0x80, "class3"},  {0x100, "single"},
                              {0x200, "coop"},  {0x400, "dm"}};
const Bits kZdoomThingBits = {
    {0x800, "translucent"}, {0x1000, "invisible"}, {0x2000, "friend"}, {0x4000, "standing"}};
const Bits kStrifeThingBits = {{8, "standing"},
                               {0x20, "ambush"},
                               {0x40, "strifeally"},
                               {0x100, "translucent"},
                               {0x200, "invisible"}};

// What stands in arg1 of special 121 and in arg3 of special 208 of ZDoom.
const Bits kArgBits = {{1, "zoneboundary"},        {2, "jumpover"},        {4, "blockfloaters"},
                       {8, "clipmidtex"},          {0x10, "wrapmidtex"},   {0x20, "midtex3d"},
                       {0x40, "checkswitchrange"}, {0x80, "firstsideonly"}};

// One element while its fields are written.
class Element {
public:
    explicit Element(const char* kind) : text_(std::string(kind) + "{") {}

    void number(const std::string& field, int value) {
        text_ += field + "=" + std::to_string(value) + ";";
    }
    void name(const std::string& field, const std::string& value) {
        text_ += field + "=" + in_quotes(value) + ";";
    }
    void set(const std::string& fields) {
        std::string field;
        for (const char c : fields + " ") {
            if (c != ' ') {
                field += c;
                continue;
            }
            text_ += field + "=true;";
            field.clear();
        }
    }
    /// Writes the fields of the bits that are set, and takes those bits out of `flags`.
    void take(int& flags, const Bits& bits) {
        for (const Bit& bit : bits) {
            if ((flags & bit.bit) != 0) {
                set(bit.field);
                flags &= ~bit.bit;
            }
        }
    }
    void rest(const std::string& field, int value) {
        if (value != 0) {
            number(field, value);
        }
    }
    std::string text() const { return text_ + "}\n"; }

private:
    std::string text_;
};

class Writer {
public:
    Writer(const BinaryMap& map, const std::string& map_namespace, bool repair)
        : repair_(repair), hexen_(map.hexen()) {
        namespace_ = lower_case(map_namespace);
        if (namespace_.empty()) {
            namespace_ = hexen_ ? "hexen" : "doom";
        }
        things_ = map.lump("THINGS");
        lines_ = map.lump("LINEDEFS");
        sides_ = map.lump("SIDEDEFS");
        vertices_ = map.lump("VERTEXES");
        sectors_ = map.lump("SECTORS");
        line_bytes_ = hexen_ ? 16 : 14;
        thing_bytes_ = hexen_ ? 20 : 10;
        vertex_count_ = vertices_.size() / 4;
        side_count_ = sides_.size() / 30;
        sector_count_ = sectors_.size() / 26;
    }

    BinaryText write() {
        out_.text = "namespace=" + in_quotes(namespace_) + ";\n";
        std::string lines;
        std::size_t used = 0;
        for (std::size_t i = 0; (i + 1) * line_bytes_ <= lines_.size(); ++i) {
            lines += line(i, used);
        }
        if (lines.empty()) {
            used = vertex_count_;
        }
        for (std::size_t i = 0; i < used; ++i) {
            Element vertex("vertex");
            vertex.number("x", s16(vertices_, 4 * i));
            vertex.number("y", s16(vertices_, 4 * i + 2));
            out_.text += vertex.text();
        }
        out_.text += lines;
        for (std::size_t i = 0; i < side_count_; ++i) {
            side(i);
        }
        for (std::size_t i = 0; i < sector_count_; ++i) {
            sector(26 * i);
        }
        for (std::size_t at = 0; at + thing_bytes_ <= things_.size(); at += thing_bytes_) {
            if (hexen_) {
                hexen_thing(at);
            } else if (namespace_ == "srb2") {
                srb2_thing(at);
            } else {
                doom_thing(at);
            }
        }
        return out_;
    }

private:
    void fault(const char* rule, const char* lump, std::size_t offset, std::size_t index,
               const char* field, bool can_repair) {
        out_.faults.push_back({rule, lump, offset, index, field});
        out_.good = out_.good && repair_ && can_repair;
    }

    // ---- things ----

    void place(Element& thing, std::size_t at) {
        thing.number("x", s16(things_, at));
        thing.number("y", s16(things_, at + 2));
    }

    void doom_thing(std::size_t at) {
        Element thing("thing");
        place(thing, at);
        thing.number("angle", s16(things_, at + 4));
        thing.number("type", u16(things_, at + 6));
        int flags = u16(things_, at + 8);
        thing.take(flags, kSkillBits);
        if (namespace_ == "strife") {
            strife_flags(thing, flags);
        } else if (namespace_ == "heretic") {
            thing.take(flags, {{8, "ambush"}});
            if ((flags & 0x10) == 0) {
                thing.set("single");
            }
            flags &= ~0x10;
            thing.set("dm");
            thing.set("coop");
        } else {
            boom_flags(thing, flags);
        }
        thing.rest("user_flags", flags);
        out_.text += thing.text();
    }

    void strife_flags(Element& thing, int& flags) {
        thing.take(flags, kStrifeThingBits);
        if ((flags & 0x10) == 0) {
            thing.set("single");
        }
        flags &= ~0x10;
        thing.set("dm");
        thing.set("coop");
    }

    void boom_flags(Element& thing, int& flags) {
        thing.take(flags, {{8, "ambush"}});
        // An editor that set every upper bit meant none of them.
        const bool all_count = (flags & 0x100) == 0;
        const Bits not_in = {{0x10, "single"}, {0x20, "dm"}, {0x40, "coop"}};
        for (const Bit& bit : not_in) {
            const bool counts = all_count || bit.bit == 0x10;
            if (!counts || (flags & bit.bit) == 0) {
                thing.set(bit.field);
            }
            if (counts) {
                flags &= ~bit.bit;
            }
        }
        if (all_count) {
            thing.take(flags, {{0x80, "friend"}});
            if (namespace_ == "eternity") {
                thing.take(flags, {{0x200, "dormant"}});
            }
        }
    }

    void srb2_thing(std::size_t at) {
        Element thing("thing");
        place(thing, at);
        thing.number("angle", s16(things_, at + 4));
        const int type = u16(things_, at + 6);
        const int parameter = type / 4096;
        thing.number("type", type % 4096);
        int flags = u16(things_, at + 8);
        const bool all_height = type % 4096 == 1705 || (type % 4096 == 750 && parameter != 0);
        thing.number("height", all_height ? s16(things_, at + 8) : flags / 16);
        if (!all_height) {
            flags %= 16;
            thing.take(flags, {{2, "flip"}});
        } else {
            flags = 0;
        }
        thing.rest("user_extrainfo", parameter);
        thing.rest("user_flags", flags);
        out_.text += thing.text();
    }

    void hexen_thing(std::size_t at) {
        Element thing("thing");
        thing.number("id", s16(things_, at));
        place(thing, at + 2);
        thing.number("height", s16(things_, at + 6));
        thing.number("angle", s16(things_, at + 8));
        thing.number("type", u16(things_, at + 10));
        int flags = u16(things_, at + 12);
        thing.number("special", static_cast<int>(byte_at(things_, at + 14)));
        for (std::size_t arg = 0; arg < 5; ++arg) {
            thing.number("arg" + std::to_string(arg),
                         static_cast<int>(byte_at(things_, at + 15 + arg)));
        }
        thing.take(flags, kSkillBits);
        thing.take(flags, kHexenThingBits);
        if (namespace_ != "hexen") {
            thing.take(flags, kZdoomThingBits);
        }
        thing.rest("user_flags", flags);
        out_.text += thing.text();
    }

    // ---- lines ----

    std::string line(std::size_t i, std::size_t& used) {
        const std::size_t at = i * line_bytes_;
        Element line("linedef");
        for (std::size_t end = 0; end < 2; ++end) {
            const char* const field = end == 0 ? "v1" : "v2";
            auto vertex = static_cast<std::size_t>(u16(lines_, at + 2 * end));
            if (vertex >= vertex_count_) {
                fault("line-vertex-range", "LINEDEFS", at + 2 * end, i, field, vertex_count_ > 0);
                vertex = 0;
            }
            used = std::max(used, std::min(vertex + 1, vertex_count_));
            line.number(field, static_cast<int>(vertex));
        }
        sides_of(line, i, at + line_bytes_ - 4);
        int flags = u16(lines_, at + 4);
        if (hexen_) {
            hexen_line(line, at, flags);
        } else {
            doom_line(line, at, flags);
        }
        line.rest("user_flags", flags);
        return line.text();
    }

    void sides_of(Element& line, std::size_t i, std::size_t at) {
        int front = u16(lines_, at);
        int back = u16(lines_, at + 2);
        const int count = static_cast<int>(side_count_);
        if (front >= count) {
            const char* rule = "line-side-range";
            if (front == 0xFFFF) {
                rule = back == 0xFFFF ? "line-no-sides" : "line-missing-front";
            }
            fault(rule, "LINEDEFS", at, i, "sidefront", count > 0);
            front = 0;
        }
        if (back == 0xFFFF) {
            back = -1;
        } else if (back >= count) {
            fault("line-side-range", "LINEDEFS", at + 2, i, "sideback", true);
            back = -1;
        }
        line.number("sidefront", front);
        line.number("sideback", back);
    }

    void doom_line(Element& line, std::size_t at, int& flags) {
        const int tag = s16(lines_, at + 8);
        line.number("special", u16(lines_, at + 6));
        line.number("id", tag);
        if (namespace_ != "srb2") {
            line.number("arg0", tag);
        }
        if (namespace_ == "srb2") {
            // Bit 0x100 means the opposite of bit 0x10.
            const bool midpeg = ((flags & 0x100) != 0) != ((flags & 0x10) != 0);
            flags = midpeg ? flags | 0x100 : flags & ~0x100;
            line.take(flags, kCommonLineBits);
            line.take(flags, kSrb2LineBits);
            return;
        }
        const bool doom = namespace_ != "heretic" && namespace_ != "strife";
        const bool only_old = doom && (flags & 0x800) != 0;
        line.take(flags, kCommonLineBits);
        line.take(flags, kLineBits);
        if (namespace_ == "strife") {
            line.take(flags, kStrifeLineBits);
        } else if (doom && !only_old) {
            line.take(flags, kDoomLineBits);
        }
    }

    void hexen_line(Element& line, std::size_t at, int& flags) {
        int special = static_cast<int>(byte_at(lines_, at + 6));
        int args[5];
        for (std::size_t arg = 0; arg < 5; ++arg) {
            args[arg] = static_cast<int>(byte_at(lines_, at + 7 + arg));
        }
        const bool zdoom = namespace_ != "hexen";
        int arg_bits = 0;
        int id = -1;
        const auto consume = [&](int arg) {
            const int value = args[arg];
            args[arg] = 0;
            return value;
        };
        if (!zdoom && special == 121) {
            id = consume(0);
            special = 0;
        } else if (zdoom) {
            id = zdoom_id(special, args, arg_bits, consume);
        }
        line.number("special", special);
        for (int arg = 0; arg < 5; ++arg) {
            line.number("arg" + std::to_string(arg), args[arg]);
        }
        if (id >= 0) {
            line.number("id", id);
        }
        line.take(flags, kCommonLineBits);
        line.take(flags, kLineBits);
        line.take(flags, kHexenLineBits);
        const int activation = flags >> 10 & 7;
        const bool kept = !zdoom && activation > 5;
        if (!kept) {
            flags &= ~0x1C00;
        }
        if (zdoom) {
            line.take(flags, kZdoomLineBits);
        }
        if (!kept) {
            activate(line, activation, special);
        }
        line.take(arg_bits, kArgBits);
    }

    // Which argument is the id of the line, and what else leaves the arguments in ZDoom's dialects.
    template <class Consume>
    static int zdoom_id(int& special, int (&args)[5], int& arg_bits, Consume consume) {
        switch (special) {
            case 121: {
                special = 0;
                arg_bits = consume(1);
                const int low = consume(0);
                return low + 256 * consume(4);
            }
            case 208:
                arg_bits = consume(3);
                return args[0];
            case 1:
                return consume(3);
            case 5:
                return consume(4);
            case 181:
                return consume(2);
            case 215:
                return consume(0);
            case 156:
                return consume(1);
            case 222:
                return args[0];
            case 190:
                return args[1] == 3 ? args[0] : -1;
            case 160:
                if ((args[1] & 8) != 0) {
                    return consume(4);
                }
                args[0] += 256 * consume(4);
                return -1;
            default:
                return -1;
        }
    }

    static void activate(Element& line, int activation, int special) {
        const char* const fields[] = {
            "playercross", "playeruse",    "monstercross",      "impact",
            "playerpush",  "missilecross", "playeruse passuse", "impact missilecross"};
        if (activation != 0 || special != 0) {
            line.set(fields[activation]);
        }
    }

    // ---- sides and sectors ----

    void side(std::size_t i) {
        const std::size_t at = 30 * i;
        Element side("sidedef");
        side.number("offsetx", s16(sides_, at));
        side.number("offsety", s16(sides_, at + 2));
        side.name("texturetop", name_at(sides_, at + 4));
        side.name("texturebottom", name_at(sides_, at + 12));
        side.name("texturemiddle", name_at(sides_, at + 20));
        auto sector = static_cast<std::size_t>(u16(sides_, at + 28));
        if (sector >= sector_count_) {
            fault("side-sector-range", "SIDEDEFS", at + 28, i, "sector", sector_count_ > 0);
            sector = 0;
        }
        side.number("sector", static_cast<int>(sector));
        out_.text += side.text();
    }

    void sector(std::size_t at) {
        Element sector("sector");
        sector.number("heightfloor", s16(sectors_, at));
        sector.number("heightceiling", s16(sectors_, at + 2));
        sector.name("texturefloor", name_at(sectors_, at + 4));
        sector.name("textureceiling", name_at(sectors_, at + 12));
        sector.number("lightlevel", s16(sectors_, at + 20));
        sector.number("special", u16(sectors_, at + 22));
        sector.number("id", s16(sectors_, at + 24));
        out_.text += sector.text();
    }

    bool repair_;
    bool hexen_;
    std::string namespace_;
    std::string things_, lines_, sides_, vertices_, sectors_;
    std::size_t line_bytes_ = 0, thing_bytes_ = 0;
    std::size_t vertex_count_ = 0, side_count_ = 0, sector_count_ = 0;
    BinaryText out_;
};

}  // namespace

std::vector<BinaryMap> binary_maps(const std::string& wad) {
    std::vector<BinaryMap> maps;
    if (wad.size() < 12 || (wad.compare(0, 4, "PWAD") != 0 && wad.compare(0, 4, "IWAD") != 0)) {
        return maps;
    }
    const std::size_t count = u32(wad, 4);
    const std::size_t directory = u32(wad, 8);
    if (directory > wad.size() || count > (wad.size() - directory) / 16) {
        return maps;
    }
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = directory + 16 * i;
        entries.push_back({name_at(wad, at + 8), u32(wad, at), u32(wad, at + 4)});
    }
    std::map<std::string, int> times;
    const auto numbered = [&](const std::string& label) {
        const int time = ++times[upper(label)];
        return time == 1 ? label : label + "#" + std::to_string(time);
    };
    for (std::size_t i = 0; i + 1 < entries.size();) {
        if (upper(entries[i + 1].name) == "TEXTMAP") {
            numbered(entries[i].name);
            for (i += 2; i < entries.size() && upper(entries[i].name) != "ENDMAP"; ++i) {
            }
            ++i;
            continue;
        }
        const std::size_t end = end_of_run(entries, i + 1);
        if (needed_in(entries, i + 1, end) < 2) {
            ++i;
            continue;
        }
        maps.push_back(make_map(wad, entries, i, end));
        maps.back().name = numbered(entries[i].name);
        i = end;
    }
    return maps;
}

BinaryText write_udmf(const BinaryMap& map, const std::string& map_namespace, bool repair) {
    return Writer(map, map_namespace, repair).write();
}

}  // namespace reference
