#include "io/parallel.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace thaw::io {

namespace {

using Work = std::function<void(std::size_t)>;

// Indices given out to threads, within a window that follows what is finished.
class WorkerPool {
public:
    WorkerPool(std::size_t count, std::size_t window, const Work& work)
        : count_(count), window_(std::max<std::size_t>(window, 1)), work_(work), done_(window_, false) {}
    WorkerPool(const WorkerPool&) = delete;
    ~WorkerPool() { stop(); }

    // At least one, else an exception: without threads there are other ways to work.
    void start(std::size_t threads) {
        for (std::size_t i = 0; i < threads; ++i) {
            try {
                threads_.emplace_back([this] { run(); });
            } catch (const std::system_error&) {
                if (threads_.empty()) throw;
                return;  // fewer will do
            }
        }
    }

    // Until the work of this index is done; false if it never will be.
    bool await(std::size_t index) {
        std::unique_lock lock(mutex_);
        awaited_ = index;
        result_.wait(lock, [&] { return done_[index % window_] || failure_; });
        return done_[index % window_];
    }

    void release(std::size_t index) {
        const std::lock_guard lock(mutex_);
        done_[index % window_] = false;
        finished_ = index + 1;
        // Not for each single place: to fall asleep and be woken takes as long as a small model.
        if (idle_ > 0 && next_ <= finished_ + window_ / 2) room_.notify_all();
    }

    // Nothing new is begun; back when what was begun is done.
    void stop() {
        {
            const std::lock_guard lock(mutex_);
            stopped_ = true;
            room_.notify_all();
        }
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }

    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    void run() {
        std::unique_lock lock(mutex_);
        while (true) {
            ++idle_;
            room_.wait(lock, [&] { return stopped_ || next_ >= count_ || next_ < finished_ + window_; });
            --idle_;
            if (stopped_ || next_ >= count_) return;
            const std::size_t index = next_++;
            lock.unlock();
            std::exception_ptr failure;
            try {
                work_(index);
            } catch (...) {
                failure = std::current_exception();
            }
            lock.lock();
            if (failure) {
                stopped_ = true;
                if (!failure_) failure_ = failure;
            } else {
                done_[index % window_] = true;
            }
            if (failure || index == awaited_) result_.notify_one();
        }
    }

    const std::size_t count_;
    const std::size_t window_;
    const Work& work_;
    std::mutex mutex_;
    std::condition_variable room_;    // for those who work
    std::condition_variable result_;  // for the one who waits for what they do
    std::vector<bool> done_;          // of the window
    std::size_t next_ = 0;
    std::size_t finished_ = 0;
    std::size_t awaited_ = 0;
    std::size_t idle_ = 0;  // workers without a place in the window
    bool stopped_ = false;
    std::exception_ptr failure_;
    std::vector<std::thread> threads_;
};

void work_alone(std::size_t count, const Work& work, const std::function<bool(std::size_t)>& finish) {
    for (std::size_t i = 0; i < count; ++i) {
        work(i);
        if (!finish(i)) return;
    }
}

}  // namespace

unsigned worker_count(unsigned jobs) {
    constexpr unsigned most = 256;
    if (jobs == 0) jobs = std::max(1u, std::thread::hardware_concurrency());
    return std::min(jobs, most);
}

void work_in_order(std::size_t count, unsigned jobs, std::size_t window, const Work& work,
                   const std::function<bool(std::size_t)>& finish) {
    const std::size_t threads = std::min<std::size_t>(worker_count(jobs), count);
    if (threads <= 1) return work_alone(count, work, finish);
    WorkerPool pool(count, window, work);
    try {
        pool.start(threads);
    } catch (const std::system_error&) {
        return work_alone(count, work, finish);
    }
    for (std::size_t i = 0; i < count && pool.await(i); ++i) {
        if (!finish(i)) break;
        pool.release(i);
    }
    pool.stop();
    pool.rethrow();
}

void parallel_for(std::size_t count, unsigned jobs, const Work& work) {
    work_in_order(count, jobs, std::max<std::size_t>(count, 1), work, [](std::size_t) { return true; });
}

}  // namespace thaw::io
