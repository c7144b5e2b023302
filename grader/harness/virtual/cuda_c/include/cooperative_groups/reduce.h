// All of it is there.
#pragma once
#include "cooperative_groups.h"
