// Whether the tensors of a call lie on the same device, in torch's own words.
#pragma once

#include <vector>

#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>

#include "operation.h"

namespace card {

// Returns the device that the call is for. Raises where its tensors lie on several.
c10::DeviceIndex check_devices(const Operation& operation, const c10::FunctionSchema& schema,
                               const std::vector<c10::IValue>& arguments);

}  // namespace card
