// The numbers of the ZIP format: APPNOTE.TXT sections 4.3.7 to 4.4.5.
#pragma once

#include <cstdint>

namespace flatline::engine::physfs::zip {

inline constexpr std::uint32_t kLocalMagic = 0x04034B50;
inline constexpr std::uint32_t kEntryMagic = 0x02014B50;
inline constexpr std::uint32_t kSignatureMagic = 0x05054B50;
inline constexpr std::uint32_t kEndMagic = 0x06054B50;
inline constexpr std::uint32_t kEnd64Magic = 0x06064B50;
inline constexpr std::uint32_t kLocatorMagic = 0x07064B50;

inline constexpr std::uint64_t kLocalBytes = 30;
inline constexpr std::uint64_t kEntryBytes = 46;
inline constexpr std::uint64_t kEndBytes = 22;
inline constexpr std::uint64_t kEnd64Bytes = 56;
inline constexpr std::uint64_t kLocatorBytes = 20;
inline constexpr std::uint64_t kCommentBytes = 0xFFFF;

inline constexpr std::uint16_t kStored = 0;
inline constexpr std::uint16_t kDeflated = 8;
inline constexpr std::uint16_t kAes = 99;  // WinZip's: the content is encrypted

inline constexpr std::uint16_t kEncryptedFlag = 1;

}  // namespace flatline::engine::physfs::zip
