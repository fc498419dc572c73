#include "text/kernel.hpp"

namespace flatline::engine::text {

Kernel choose_kernel(Kernel wanted) noexcept {
    if (wanted == Kernel::automatic) wanted = Kernel::avx2;
    return wanted == Kernel::avx2 && !has_avx2() ? Kernel::vector : wanted;
}

}  // namespace flatline::engine::text
