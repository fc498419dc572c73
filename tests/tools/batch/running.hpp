// running.hpp: the program while it runs: its output as it comes, signals to it, a terminal.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/paths.hpp"

extern char** environ;

namespace flatline::engine::tool_test {

using Seconds = std::chrono::duration<double>;

/// Standard input is a pipe that stays open until close_input, standard output a pipe, standard
/// error a pipe or a terminal of 60 columns.
class Running {
public:
    enum class Error { pipe, terminal };

    explicit Running(const std::vector<std::string>& arguments, Error error = Error::pipe,
                     std::string program = paths::tool()) {
        int in[2], out[2], err[2];
        EXPECT_EQ(pipe2(in, O_CLOEXEC), 0);
        EXPECT_EQ(pipe2(out, O_CLOEXEC), 0);
        if (error == Error::terminal) {
            err[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
            EXPECT_EQ(grantpt(err[0]), 0);
            EXPECT_EQ(unlockpt(err[0]), 0);
            err[1] = open(ptsname(err[0]), O_RDWR | O_NOCTTY | O_CLOEXEC);
            const winsize size = {24, 60, 0, 0};
            ioctl(err[1], TIOCSWINSZ, &size);
        } else {
            EXPECT_EQ(pipe2(err, O_CLOEXEC), 0);
        }
        std::vector<std::string> words{std::move(program)};
        words.insert(words.end(), arguments.begin(), arguments.end());
        std::vector<char*> pointers;
        for (std::string& word : words) pointers.push_back(word.data());
        pointers.push_back(nullptr);
        std::string terminal = "TERM=xterm";
        std::vector<char*> variables{terminal.data()};
        for (char** v = environ; *v != nullptr; ++v) {
            if (std::string_view(*v).substr(0, 5) != "TERM=") variables.push_back(*v);
        }
        variables.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, in[0], 0);
        posix_spawn_file_actions_adddup2(&actions, out[1], 1);
        posix_spawn_file_actions_adddup2(&actions, err[1], 2);
        // A shell without job control has its background jobs ignore SIGINT, these tests, too.
        posix_spawnattr_t signals;
        sigset_t ends;
        sigemptyset(&ends);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ends, signal);
        posix_spawnattr_init(&signals);
        posix_spawnattr_setsigdefault(&signals, &ends);
        posix_spawnattr_setflags(&signals, POSIX_SPAWN_SETSIGDEF);
        EXPECT_EQ(posix_spawn(&child_, pointers[0], &actions, &signals, pointers.data(),
                              variables.data()),
                  0);
        posix_spawnattr_destroy(&signals);
        posix_spawn_file_actions_destroy(&actions);
        for (const int mine : {in[0], out[1], err[1]}) close(mine);
        in_ = in[1];
        out_ = {out[0], {}};
        err_ = {err[0], {}};
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running() {
        if (child_ != 0) {
            kill(child_, SIGKILL);
            waitpid(child_, nullptr, 0);
        }
        for (const int end : {in_, out_.end, err_.end}) {
            if (end >= 0) close(end);
        }
    }

    const std::string& out() const { return out_.text; }
    const std::string& err() const { return err_.text; }

    void close_input() { close(std::exchange(in_, -1)); }
    void close_output() { close(std::exchange(out_.end, -1)); }
    void send(int signal) { kill(child_, signal); }

    /// Reads until the condition holds, or for so long. Returns whether it holds.
    bool read_until(const std::function<bool()>& holds, Seconds most = Seconds(30)) {
        const auto end = std::chrono::steady_clock::now() + most;
        while (!holds()) {
            if (std::chrono::steady_clock::now() > end || !read_some()) return holds();
        }
        return true;
    }
    void read_for(Seconds time) {
        read_until([] { return false; }, time);
    }
    /// How many bytes of standard output wait to be read.
    int waiting() const {
        int count = 0;
        ioctl(out_.end, FIONREAD, &count);
        return count;
    }

    /// Reads to the end; -1 where a signal ended the program or it does not end.
    int exit_code() {
        const auto end = std::chrono::steady_clock::now() + Seconds(60);
        while (read_some() && std::chrono::steady_clock::now() < end) {
        }
        for (;;) {
            int status = 0;
            const pid_t ended = waitpid(child_, &status, WNOHANG);
            if (ended == child_) {
                child_ = 0;
                return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            }
            if (std::chrono::steady_clock::now() > end) return -1;
            usleep(2000);
        }
    }

private:
    struct Stream {
        int end = -1;
        std::string text;
    };

    // False if both streams have ended.
    bool read_some() {
        std::vector<pollfd> polled;
        for (const Stream* stream : {&out_, &err_}) {
            if (stream->end >= 0) polled.push_back({stream->end, POLLIN, 0});
        }
        if (polled.empty()) return false;
        poll(polled.data(), polled.size(), 20);
        for (const pollfd& one : polled) {
            if (one.revents == 0) continue;
            Stream& stream = one.fd == out_.end ? out_ : err_;
            char buffer[4096];
            const ssize_t got = read(one.fd, buffer, sizeof buffer);
            if (got > 0) {
                stream.text.append(buffer, static_cast<std::size_t>(got));
            } else {
                close(std::exchange(stream.end, -1));
            }
        }
        return true;
    }

    pid_t child_ = 0;
    int in_ = -1;
    Stream out_;
    Stream err_;
};

/// A map on which the rules take long: every line crosses many others. Give --limit check-steps.
inline std::string slow_map(int lines = 30000) {
    std::string map = "namespace = \"zdoom\";\n";
    std::string rest;
    unsigned state = 1;
    const auto next = [&] {
        state = state * 1664525u + 1013904223u;
        return static_cast<int>(state >> 8) % 16000 - 8000;
    };
    for (int i = 0; i < lines; ++i) {
        for (int end = 0; end < 2; ++end) {
            map += "vertex { x = " + std::to_string(next()) + "; y = " + std::to_string(next()) +
                   "; }\n";
        }
        rest += "linedef { v1 = " + std::to_string(2 * i) + "; v2 = " + std::to_string(2 * i + 1) +
                "; sidefront = " + std::to_string(i) +
                "; blocking = true; }\nsidedef { sector = 0; }\n";
    }
    return map + rest + "sector { texturefloor = \"A\"; textureceiling = \"B\"; }\n";
}

inline const std::vector<std::string> kSlowLimits = {"--limit", "check-steps=1000000000000"};

}  // namespace flatline::engine::tool_test
