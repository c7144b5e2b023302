#include "queue.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>

#include <ATen/Parallel.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <c10/util/Exception.h>

namespace card {
namespace {

constexpr uint64_t DEPTH = 1024;  // launches that wait at most, as on a card: the next one waits for the first
constexpr int SPINS = 4000;       // looks before a thread sleeps: some 100 microseconds
constexpr int ASSERTED = 710;     // cudaErrorAssert

thread_local bool inside_ = false;

// Whether an error of a kernel of the host is about values, which kernels of a card assert. It can be told by its words
// alone: a wrong kind of argument, which torch's shapes do not show, is of the same class.
bool is_of_values(const c10::Error& error) {
  if (dynamic_cast<const c10::IndexError*>(&error)) return true;
  const std::string text = error.what_without_backtrace();
  for (const char* words : {"out of bounds", "out of range", "between 0 and 1", "probability tensor", "p_in >= 0",
                            "single nonzero value", "index < ", "Class values must", "std >= 0.0", "Assertion"})
    if (text.find(words) != std::string::npos) return true;
  return false;
}

// While it is there, this thread has not Python's lock: the worker may need it, to give back what Python has seen.
// Python's functions are looked up by name, so that this library goes with every version, and without Python.
class WithoutPython {
 public:
  WithoutPython() {
    static const auto holds = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "PyGILState_Check"));
    static const auto release = reinterpret_cast<void* (*)()>(dlsym(RTLD_DEFAULT, "PyEval_SaveThread"));
    if (holds && release && holds()) state_ = release();
  }
  ~WithoutPython() {
    static const auto restore = reinterpret_cast<void (*)(void*)>(dlsym(RTLD_DEFAULT, "PyEval_RestoreThread"));
    if (state_) restore(state_);
  }
  WithoutPython(const WithoutPython&) = delete;

 private:
  void* state_ = nullptr;
};

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace

Queue& queue() {
  static auto* only = new Queue;  // never destroyed: the worker may outlive everything at the end of a process
  return *only;
}

bool Queue::inside() const { return inside_; }

void Queue::start() {
  const char* blocking = std::getenv("CUDA_LAUNCH_BLOCKING");
  blocking_ = blocking && std::strcmp(blocking, "1") == 0;
  sigset_t all, old;  // signals are for the main thread
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  std::thread([this] { serve(); }).detach();
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  started_ = true;
}

uint64_t Queue::push(std::unique_ptr<Job> job) {
  check_alive();
  raise_fault();
  used_ = true;
  uint64_t number;
  bool wake;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!started_) start();
    jobs_.push_back(std::move(job));
    number = queued_.fetch_add(1) + 1;
    wake = sleeping_;
  }
  if (wake) work_.notify_one();
  if (number > DEPTH) wait_for(number - DEPTH);
  if (blocking_) synchronize();
  return number;
}

void Queue::serve() {
  inside_ = true;
  at::init_num_threads();
  c10::impl::ExcludeDispatchKeyGuard no_autograd(c10::autograd_dispatch_keyset_with_ADInplaceOrView);
  std::deque<std::unique_ptr<Job>> mine;
  for (int spins = 0;;) {
    if (idle()) {
      if (++spins < SPINS) {
        relax();
        continue;
      }
      std::unique_lock<std::mutex> lock(mutex_);
      sleeping_ = true;
      work_.wait(lock, [this] { return !jobs_.empty(); });
      sleeping_ = false;
    }
    spins = 0;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      mine.swap(jobs_);
    }
    for (auto& job : mine) {
      run(*job);
      job.reset();
      done_.fetch_add(1);
      if (waiting_.load()) {
        std::lock_guard<std::mutex> lock(mutex_);
        progress_.notify_all();
      }
    }
    mine.clear();
  }
}

void Queue::run(Job& job) {
  if (faulty_) return;  // the context is lost: nothing runs any more
  try {
    job.run();
  } catch (const NotEmulated& error) {
    fail(job, false, error.what());
  } catch (const c10::NotImplementedError& error) {
    fail(job, false, error.what_without_backtrace());
  } catch (const c10::Error& error) {
    fail(job, is_of_values(error), error.what_without_backtrace());
  } catch (const std::exception& error) {
    fail(job, false, error.what());
  }
}

void Queue::fail(const Job& job, bool assertion, const std::string& why) {
  if (assertion) std::fprintf(stderr, "virtual GPU: %s: Assertion failed: %s\n", job.name, why.c_str());
  std::lock_guard<std::mutex> lock(mutex_);
  fault_ = std::string(job.name) + " is not emulated on the virtual GPU: " + why;
  assertion_ = assertion;
  faulty_ = true;
}

void Queue::wait_for(uint64_t number) {
  if (inside_ || forked_) return;
  for (int spins = 0; spins < SPINS / 2; spins++) {
    if (done_.load() >= number) return;
    relax();
  }
  WithoutPython without;
  std::unique_lock<std::mutex> lock(mutex_);
  waiting_++;
  progress_.wait(lock, [&] { return done_.load() >= number; });
  waiting_--;
}

void Queue::synchronize() {
  check_alive();
  wait();
  raise_fault();
}

void Queue::raise_fault() {
  if (!faulty_.load(std::memory_order_relaxed)) return;
  TORCH_CHECK(assertion_, fault_);
  const std::string text =
      "CUDA error: device-side assert triggered\n"
      "Search for `cudaErrorAssert' in https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more "
      "information.\n"
      "CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be "
      "incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1\nCompile with `TORCH_USE_CUDA_DSA` to enable "
      "device-side assertions.\n";
  throw c10::AcceleratorError({__func__, __FILE__, __LINE__}, ASSERTED, text);
}

void Queue::check_alive() {
  TORCH_CHECK(
      !forked_,
      "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the 'spawn' start "
      "method");
}

}  // namespace card
