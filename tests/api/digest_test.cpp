// Digests of maps as ports compute them.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "flatline/flatline.h"
#include "level/port_facts.hpp"
#include "support/needs.hpp"

namespace capi_digest_test {

struct Lumps {
    std::vector<std::string> names, bytes;
    std::vector<flatline_named_lump> all() const {
        std::vector<flatline_named_lump> out;
        for (std::size_t i = 0; i < names.size(); ++i) {
            out.push_back({names[i].c_str(), {bytes[i].data(), bytes[i].size()}});
        }
        return out;
    }
    Lumps& add(const std::string& name, const std::string& lump) {
        names.push_back(name);
        bytes.push_back(lump);
        return *this;
    }
};

std::string digest(const Lumps& lumps, std::uint8_t port, std::int32_t kind = FLATLINE_DIGEST_MD5) {
    std::uint8_t out[20] = {};
    const auto all = lumps.all();
    if (flatline_lumps_digest(all.data(), all.size(), port, kind, out, sizeof out) != FLATLINE_OK) {
        return "bad argument";
    }
    std::string text;
    for (int i = 0; i < (kind == FLATLINE_DIGEST_MD5 ? 16 : 20); ++i) {
        static const char* const kDigits = "0123456789abcdef";
        text += kDigits[out[i] >> 4];
        text += kDigits[out[i] & 15];
    }
    return text;
}

// RFC 1321, A.5, and FIPS 180-4, appendix A: of a text, which GZDoom takes alone.
TEST(CApiDigest, OfKnownTexts) {
    const auto of = [](const std::string& text, std::int32_t kind) {
        return digest(Lumps().add("MAP01", "").add("TEXTMAP", text), FLATLINE_PORT_GZDOOM, kind);
    };
    EXPECT_EQ(of("", FLATLINE_DIGEST_MD5), "d41d8cd98f00b204e9800998ecf8427e");
    EXPECT_EQ(of("abc", FLATLINE_DIGEST_MD5), "900150983cd24fb0d6963f7d28e17f72");
    EXPECT_EQ(of("1234567890123456789012345678901234567890123456789012345678901234567890123456789"
                 "0",
                 FLATLINE_DIGEST_MD5),
              "57edf4a22be3c955ac49da2e2107b67a");
    EXPECT_EQ(of("abc", FLATLINE_DIGEST_SHA1), "a9993e364706816aba3e25717850c26c9cd0d89d");
    EXPECT_EQ(of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", FLATLINE_DIGEST_SHA1),
              "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    EXPECT_EQ(of(std::string(1000000, 'a'), FLATLINE_DIGEST_SHA1),
              "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(CApiDigest, OfFreedoomAsDsdaDoomHasIt) {
    if (!port_facts::has("freedoom2.wad")) GTEST_SKIP() << needs::package("freedoom");
    std::size_t maps = 0;
    port_facts::each(
        "freedoom2.wad", [&](const binary_maps::BinaryMap& map, const port_facts::Row& row) {
            Lumps lumps;
            lumps.add("MAP01", "");
            for (const char* name : {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS",
                                     "SSECTORS", "NODES", "SECTORS", "REJECT", "BLOCKMAP"}) {
                lumps.add(name, map.lump(name));
            }
            const std::string expected = row.at("md5");
            for (const std::uint8_t port : {FLATLINE_PORT_DSDA, FLATLINE_PORT_WOOF,
                                            FLATLINE_PORT_GZDOOM, FLATLINE_PORT_ETERNITY}) {
                EXPECT_EQ(digest(lumps, port), expected) << map.label;
            }
            lumps.add("BEHAVIOR", "x");
            EXPECT_EQ(digest(lumps, FLATLINE_PORT_DSDA), expected);
            EXPECT_NE(digest(lumps, FLATLINE_PORT_WOOF), expected);
            ++maps;
        });
    EXPECT_EQ(maps, 32u);
}

// By hand from the rule of SRB2's P_MakeMapMD5: MD5 of "" four times, each byte times four.
TEST(CApiDigest, Srb2AddsFourDigests) {
    Lumps lumps;
    lumps.add("MAP01", "").add("SIDEDEFS", "").add("SECTORS", "").add("THINGS", "");
    EXPECT_EQ(digest(lumps, FLATLINE_PORT_SRB2), "bad argument") << "LINEDEFS is missing";
    lumps.add("LINEDEFS", "");
    EXPECT_EQ(digest(lumps, FLATLINE_PORT_SRB2), "507430643c00c810a4002460b0e008f8");
    EXPECT_EQ(digest(lumps, FLATLINE_PORT_DSDA), "bad argument") << "too few behind the label";
    EXPECT_EQ(digest(lumps, FLATLINE_PORT_ZDBSP), "bad argument");
}

TEST(CApiDigest, BadArguments) {
    Lumps kept;
    const auto lumps = kept.add("MAP01", "").add("TEXTMAP", "").all();
    std::uint8_t out[20];
    const auto call = [&](std::size_t count, std::int32_t kind, std::size_t size) {
        return flatline_lumps_digest(lumps.data(), count, FLATLINE_PORT_WOOF, kind, out, size);
    };
    EXPECT_EQ(call(2, FLATLINE_DIGEST_MD5, 16), FLATLINE_OK);
    EXPECT_EQ(call(2, FLATLINE_DIGEST_SHA1, 19), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(call(2, 2, 20), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(call(0, FLATLINE_DIGEST_MD5, 16), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(call(1, FLATLINE_DIGEST_MD5, 16), FLATLINE_BAD_ARGUMENT);
}

}  // namespace capi_digest_test
