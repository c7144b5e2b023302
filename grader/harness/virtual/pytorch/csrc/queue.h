// The one queue of work of the virtual cards, done in order by a thread of its own.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

namespace card {

// Something that a card could do, and this one cannot.
struct NotEmulated : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Queue {
 public:
  // Queue a function without arguments; it may throw. Returns its number, which `wait_for` takes.
  template <class Work>
  uint64_t submit(const char* name, Work work) {
    return push(std::make_unique<JobOf<Work>>(name, std::move(work)));
  }

  bool inside() const;                 // whether this thread is the worker
  bool idle() const { return done_.load() == queued_.load(); }
  uint64_t queued() const { return queued_.load(); }
  void wait() { wait_for(queued()); }  // until everything is done; raises nothing
  void wait_for(uint64_t number);
  void synchronize();                  // wait, and raise what went wrong

  void raise_fault();                  // what went wrong on the card stays wrong: its context is lost
  void check_alive();                  // raises where this process is the child of one that has used a card
  bool forked() const { return forked_; }
  void use() { used_ = true; }
  void on_fork() { forked_ = used_.load(); }

 private:
  struct Job {
    explicit Job(const char* name) : name(name) {}
    virtual ~Job() = default;
    virtual void run() = 0;
    const char* name;
  };
  template <class Work>
  struct JobOf final : Job {
    JobOf(const char* name, Work work) : Job(name), work(std::move(work)) {}
    void run() override { work(); }
    Work work;
  };

  uint64_t push(std::unique_ptr<Job> job);
  void start();
  void serve();
  void run(Job& job);
  void fail(const Job& job, bool assertion, const std::string& why);

  std::mutex mutex_;
  std::condition_variable work_, progress_;
  std::deque<std::unique_ptr<Job>> jobs_;
  std::atomic<uint64_t> queued_{0}, done_{0};
  std::atomic<bool> sleeping_{false}, used_{false}, faulty_{false};
  std::atomic<int> waiting_{0};
  bool started_ = false, forked_ = false, blocking_ = false, assertion_ = false;
  std::string fault_;
};

Queue& queue();

}  // namespace card
