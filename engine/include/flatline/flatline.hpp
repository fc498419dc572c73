// flatline/flatline.hpp: everything that C++ programs use, but for flatline/physfs.hpp (which needs
// the target flatline::physfs) and flatline/testing.hpp. C programs include flatline/flatline.h.
#pragma once

#include "flatline/archive.hpp"
#include "flatline/archive_map.hpp"
#include "flatline/blockmap.hpp"
#include "flatline/check.hpp"
#include "flatline/doom3.hpp"
#include "flatline/doom3_geometry.hpp"
#include "flatline/fields.hpp"
#include "flatline/findings.hpp"
#include "flatline/limits.hpp"
#include "flatline/load.hpp"
#include "flatline/map.hpp"
#include "flatline/nodes.hpp"
#include "flatline/planes.hpp"
#include "flatline/reject.hpp"
#include "flatline/result.hpp"
#include "flatline/runtime.hpp"
#include "flatline/types.h"
#include "flatline/version.hpp"
#include "flatline/view.hpp"
#include "flatline/write.hpp"
