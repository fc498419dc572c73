#include "model/build_facts.hpp"

#include "base/compiler.hpp"
#include "base/real_text.hpp"
#include "nodes/inflate.hpp"
#include "text/kernel.hpp"

#if defined(__x86_64__) || defined(_M_X64)
#define FLATLINE_MACHINE "x86-64"
#elif defined(__i386__) || defined(_M_IX86)
#define FLATLINE_MACHINE "i386"
#elif defined(__aarch64__) || defined(_M_ARM64)
#define FLATLINE_MACHINE "AArch64"
#elif defined(__s390x__)
#define FLATLINE_MACHINE "s390x"
#elif defined(__wasm__)
#define FLATLINE_MACHINE "WebAssembly"
#else
#define FLATLINE_MACHINE "another machine"
#endif

#if defined(_WIN32)
#define FLATLINE_SYSTEM " Windows"
#elif defined(__APPLE__)
#define FLATLINE_SYSTEM " macOS"
#elif defined(__linux__)
#define FLATLINE_SYSTEM " Linux"
#else
#define FLATLINE_SYSTEM ""
#endif

namespace flatline::engine {
namespace {

std::string_view text_kernel() noexcept {
    if (text::choose_kernel(Kernel::automatic) == Kernel::avx2) return "avx2";
    return FLATLINE_SSE2 ? "sse2" : FLATLINE_NEON ? "neon" : "words";
}

}  // namespace

BuildFacts build_facts() noexcept {
    BuildFacts facts;
    facts.compiler = FLATLINE_COMPILER;
    facts.machine = FLATLINE_MACHINE FLATLINE_SYSTEM;
    facts.zlib = nodes::inflater_version(nodes::Inflater::zlib);
    if (nodes::kHaveLibdeflate) {
        facts.libdeflate = nodes::inflater_version(nodes::Inflater::libdeflate);
    }
    facts.doubles = real_reader();
    facts.text_kernel = text_kernel();
    return facts;
}

}  // namespace flatline::engine
