#include "text/kernel.hpp"

#include <cstdlib>
#include <string_view>

namespace flatline::text {
namespace {

struct Row {
    std::string_view name;
    Kernel kernel;
};
constexpr Row kRows[] = {
    {"scalar", Kernel::scalar}, {"vector", Kernel::vector}, {"avx2", Kernel::avx2}};

}  // namespace

Kernel choose_kernel(Kernel wanted) noexcept {
    if (wanted == Kernel::automatic) {
        wanted = Kernel::avx2;
        const char* forced = std::getenv("FLATLINE_KERNEL");
        for (const Row& row : kRows) {
            if (forced != nullptr && row.name == forced) wanted = row.kernel;
        }
    }
    return wanted == Kernel::avx2 && !has_avx2() ? Kernel::vector : wanted;
}

}  // namespace flatline::text
