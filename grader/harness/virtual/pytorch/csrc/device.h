// What torch asks of a kind of device: which one is current, its streams, events and random numbers.
#pragma once

#include <ATen/core/Generator.h>
#include <c10/core/Device.h>

namespace card {

c10::DeviceIndex current_device();
void set_device(c10::DeviceIndex device);          // raises where there is no such device
c10::DeviceIndex checked(c10::DeviceIndex device);  // the device itself, or the current one for -1; raises the same

int64_t current_stream(c10::DeviceIndex device);
void set_stream(c10::DeviceIndex device, int64_t id);

const at::Generator& default_generator(c10::DeviceIndex device);
// The generator of the host that does the work for one of a card. Raises where it is no card's.
at::Generator host_generator(const at::Generator& generator);

void install_device();

// Makes a device the current one for a while.
class On {
 public:
  explicit On(c10::DeviceIndex device);
  ~On();
  On(const On&) = delete;

 private:
  c10::DeviceIndex before_;
};

}  // namespace card
