// What a .cu file finds on the virtual GPU where it would find NVIDIA's header.
#pragma once
#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

#include "vgpu/types.h"
#include "vgpu/errors.h"
#include "vgpu/api.h"
#include "vgpu/launch.h"
#include "vgpu/threads.h"
#include "vgpu/atomics.h"
#include "vgpu/numbers.h"
