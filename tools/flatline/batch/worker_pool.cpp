#include "batch/worker_pool.hpp"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "batch/interrupt.hpp"
#include "document.hpp"
#include "report/make.hpp"

namespace flatline::engine::tool {
namespace {

std::uint64_t size_of(const Input& input) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(input.path, error);
    return error ? 0 : size;
}

/// The report of a file on which the work itself failed. One such file does not end the run.
FileReport failed_report(const Input& input, Rule rule) {
    return report_on_container(Document::unusable(input.path, rule));
}

std::optional<FileReport> look_safely(const Input& input, const Look& look, Loader& loader,
                                      Watch& watch) {
    try {
        return look(input, loader, watch);
    } catch (const std::bad_alloc&) {
        return failed_report(input, Rule::out_of_memory);
    } catch (const std::exception&) {
        return failed_report(input, Rule::file_unreadable);
    }
}

class WorkerPool {
public:
    WorkerPool(const std::vector<Input>& inputs, const WorkerPoolOptions& options, Meter& meter,
               const Look& look, const Take& take)
        : inputs_(inputs),
          options_(options),
          meter_(meter),
          look_(look),
          take_(take),
          slots_(options.threads * kAhead) {}

    void run() {
        if (meter_.is_on()) {
            for (const Input& input : inputs_) sizes_.push_back(size_of(input));
            for (const std::uint64_t size : sizes_) all_bytes_ += size;
        }
        workers_.reserve(options_.threads);
        for (unsigned i = 0; i < options_.threads; ++i) {
            auto worker = std::make_unique<Worker>();
            try {
                worker->thread = std::thread(&WorkerPool::work, this, std::ref(*worker));
            } catch (const std::system_error&) {
                break;  // those that there are do the work
            }
            workers_.push_back(std::move(worker));
        }
        if (workers_.empty()) {
            in_turn();
        } else {
            take_all();
        }
    }
    /// Also where what takes the reports threw.
    ~WorkerPool() {
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
        }
        room_.notify_all();
        for (const auto& worker : workers_) worker->thread.join();
    }

    void in_turn() {
        Loader loader;
        for (std::size_t i = 0; i < inputs_.size() && interrupted() == 0; ++i) {
            Watch watch(options_.timeout, options_.builds_nodes, nullptr, nullptr);
            std::optional<FileReport> report = look_safely(inputs_[i], look_, loader, watch);
            if (interrupted() != 0 || !take_(i, std::move(report))) return;
        }
    }

private:
    static constexpr std::size_t kAhead = 16;  // files that wait for their turn, a thread

    struct Slot {
        bool is_ready = false;
        std::optional<FileReport> report;
    };
    struct Worker {
        std::thread thread;
        std::atomic<std::uint64_t> done = 0;  // bytes of the file that it looks at
    };

    void work(Worker& worker) {
        Loader loader;
        for (;;) {
            std::size_t index = 0;
            {
                std::unique_lock lock(mutex_);
                room_.wait(lock, [&] {
                    return stop_ || next_ == inputs_.size() || next_ < taken_ + slots_.size();
                });
                if (stop_ || next_ == inputs_.size()) return;
                index = next_++;
            }
            worker.done = 0;
            Watch watch(options_.timeout, options_.builds_nodes, &stop_, &worker.done);
            std::optional<FileReport> report = look_safely(inputs_[index], look_, loader, watch);
            const std::lock_guard lock(mutex_);
            slots_[index % slots_.size()] = {true, std::move(report)};
            if (!sizes_.empty()) done_bytes_ += sizes_[index];
            ++done_files_;
            worker.done = 0;
            ready_.notify_one();
        }
    }

    void take_all() {
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            std::optional<FileReport> report;
            if (!wait_for(i, report)) return;
            if (report) meter_.erase();
            if (!take_(i, std::move(report))) return;
            {
                const std::lock_guard lock(mutex_);
                ++taken_;
            }
            room_.notify_one();
        }
    }

    /// False if a signal interrupted the run before the report of that input came.
    bool wait_for(std::size_t index, std::optional<FileReport>& report) {
        constexpr std::chrono::milliseconds kLook{50};  // at signals and the meter
        Slot& slot = slots_[index % slots_.size()];
        std::unique_lock lock(mutex_);
        while (!ready_.wait_for(lock, kLook, [&] { return slot.is_ready; })) {
            if (interrupted() != 0) return false;
            meter_.show(state());
        }
        if (interrupted() != 0) return false;
        report = std::move(slot.report);
        slot = {};
        meter_.show(state());
        return true;
    }

    RunState state() const {
        RunState now{done_files_, inputs_.size(), done_bytes_, all_bytes_};
        for (const auto& worker : workers_) now.bytes += worker->done;
        return now;
    }

    const std::vector<Input>& inputs_;
    const WorkerPoolOptions options_;
    Meter& meter_;
    const Look& look_;
    const Take& take_;
    std::vector<std::uint64_t> sizes_;  // of the inputs, where the meter is on
    std::uint64_t all_bytes_ = 0;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::atomic<bool> stop_ = false;

    std::mutex mutex_;  // of all below
    std::condition_variable room_;
    std::condition_variable ready_;
    std::vector<Slot> slots_;  // of input i, number i modulo their count
    std::size_t next_ = 0;     // input that a worker takes next
    std::size_t taken_ = 0;
    std::size_t done_files_ = 0;
    std::uint64_t done_bytes_ = 0;
};

}  // namespace

void look_at_all(const std::vector<Input>& inputs, const WorkerPoolOptions& options, Meter& meter,
                 const Look& look, const Take& take) {
    WorkerPoolOptions bounded = options;
    bounded.threads =
        static_cast<unsigned>(std::min<std::size_t>(std::max(options.threads, 1u), inputs.size()));
    WorkerPool pool(inputs, bounded, meter, look, take);
    if (options.in_turn || (bounded.threads <= 1 && !meter.is_on())) {
        pool.in_turn();
    } else {
        pool.run();
    }
}

}  // namespace flatline::engine::tool
