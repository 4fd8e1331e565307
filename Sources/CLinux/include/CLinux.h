// What Linux has and the Glibc module cannot show Swift.
#pragma once

#include "plugin_process.h"
