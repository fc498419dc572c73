// Made-up names for the fields of a generated map.
#pragma once

#include "mapgen_random.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace flatline::engine::mapgen {

inline constexpr std::array<std::string_view, 40> kWalls = {
    "ASHBRK01", "ASHBRK02", "ASHBRK03", "BLUTIL01", "BLUTIL02", "BLUTIL03", "COPPNL01", "COPPNL02",
    "COPPNL03", "DRKSTN01", "DRKSTN02", "DRKSTN03", "DRKSTN04", "FERNCE01", "FERNCE02", "GRYCON01",
    "GRYCON02", "GRYCON03", "HEXPLT01", "HEXPLT02", "IRNDOR01", "IRNDOR02", "LAMPST01", "MOSROK01",
    "MOSROK02", "MOSROK03", "OAKPLK01", "OAKPLK02", "PIPWAL01", "PIPWAL02", "REDBRK01", "REDBRK02",
    "REDBRK03", "RUSTPL01", "RUSTPL02", "SNDBLK01", "SNDBLK02", "TEKPAN01", "TEKPAN02", "VINWAL01",
};

inline constexpr std::array<std::string_view, 20> kFlats = {
    "ASHFLR01", "BLUFLR01", "COPFLR01", "DRKFLR01", "DRKFLR02", "GRSFLR01", "GRYFLR01",
    "GRYFLR02", "HEXFLR01", "LAMFLT01", "MOSFLR01", "OAKFLR01", "OAKFLR02", "REDFLR01",
    "RUSFLR01", "SNDFLR01", "SNDFLR02", "TEKFLR01", "TEKFLR02", "WATFLR01",
};

inline constexpr std::string_view kSky = "F_SKY1";

inline constexpr std::array<std::string_view, 12> kScripts = {
    "OpenVault", "LowerBridge", "WestAlarm", "FloodCellar", "LiftNorth",  "RaiseStairs",
    "CrushHall", "DimLights",   "EastGate",  "GuardRoom",   "SecretDoor", "FinalExit",
};

inline constexpr std::array<std::string_view, 8> kRemarks = {
    "guards wait here", "was too dark",     "north wing",   "needs a second way out",
    "keep this low",    "part of the lift", "see the plan", "opens after the alarm",
};

// Of these some need escapes.
inline constexpr std::array<std::string_view, 6> kUserStrings = {
    "patrol", "the \"old\" gate", "maps\\west\\hall", "zone 7", "ends in \\", "a, b; {c} = d",
};

inline constexpr std::array<std::int64_t, 24> kThingTypes = {
    3001, 3002, 3003, 3004, 3005, 3006, 9,    58,   65,   66,   2001, 2002,
    2003, 2007, 2008, 2010, 2011, 2012, 2014, 2015, 2018, 2019, 2028, 2035,
};

inline constexpr std::array<std::int64_t, 20> kSrb2ThingTypes = {
    300, 100, 101, 102, 103, 110, 312, 400, 401, 402,
    502, 540, 550, 551, 600, 604, 700, 800, 804, 1102,
};

inline constexpr std::array<std::string_view, 10> kArguments = {
    "arg0", "arg1", "arg2", "arg3", "arg4", "arg5", "arg6", "arg7", "arg8", "arg9"};

template <std::size_t N>
std::string_view pick(const std::array<std::string_view, N>& names, Random& random) {
    return names[random.below(static_cast<std::uint32_t>(N))];
}

}  // namespace flatline::engine::mapgen
