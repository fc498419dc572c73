"""Arrays keep the memory of their map, which is freed once, on any thread."""
import gc
import pathlib
import tempfile
import threading
import time
import unittest

import numpy as np

import flatline as fl
from flatline import _memory
from support import MAPS, grid


class CountedFrees:
    """Counts the handles that are made and freed meanwhile."""

    def __enter__(self):
        self.freed, self._free = [], _memory.lib.free

        def free(pointer):
            self.freed.append(pointer)
            self._free(pointer)
        _memory.lib.free = free
        return self

    def __exit__(self, *_):
        gc.collect()
        _memory.lib.free = self._free


class Lifetime(unittest.TestCase):
    def test_the_last_array_frees_the_map(self):
        gc.collect()
        with CountedFrees() as counted:
            m = fl.open(MAPS / "square.wad")[0]
            pointer = m._handle.pointer
            kept = [m.vertices["x"][1:], m.linedefs, m.sector_lines, m.nodes().segs]
            wanted = [np.array(a) for a in (kept[0], kept[1], kept[2][0], kept[3])]
            del m
            gc.collect()
            self.assertNotIn(pointer, counted.freed)
            # What the system would give out again, had the map been freed.
            filler = [bytearray(b"\xAA" * 4096) for _ in range(500)]
            for a, b in zip((kept[0], kept[1], kept[2][0], kept[3]), wanted):
                np.testing.assert_array_equal(a, b)
            self.assertEqual(len(filler), 500)
            del kept, a, b
            gc.collect()
            self.assertEqual(counted.freed.count(pointer), 1)
            self.assertEqual(len(counted.freed), len(set(counted.freed)))

    def test_a_ring_of_references_is_collected(self):
        with CountedFrees() as counted:
            m = fl.open(MAPS / "square.wad")[0]
            pointer = m._handle.pointer
            m.ring = [m, m.linedefs]
            del m
            gc.collect()
            self.assertIn(pointer, counted.freed)

    def test_threads_and_the_collector(self):
        """Loads, views and frees on many threads while the collector runs."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "grid.textmap"
            path.write_text(grid(12, 12))
            wanted = np.array(fl.open(path)[0].linedefs)
            wrong, end = [], time.monotonic() + 1.5

            def work():
                kept = []
                while time.monotonic() < end:
                    m = fl.open(path)[0]
                    kept.append(m.linedefs)
                    kept.append(m.blockmap().lines)
                    kept = kept[-6:]
                    for array in kept[::2]:
                        if not np.array_equal(array, wanted):
                            wrong.append(array)
            threads = [threading.Thread(target=work) for _ in range(6)]
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                gc.collect()
            self.assertEqual(wrong, [])

    def test_one_map_on_many_threads(self):
        m = fl.open(MAPS / "every_kind.textmap")[0]
        wanted, wrong = m.findings(), []

        def work():
            if m.findings() != wanted:
                wrong.append(1)
        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


class ManyFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_order_whatever_the_number_of_threads(self):
        paths = []
        for i in range(40):
            paths.append(self.folder / f"m{i}.textmap")
            paths[-1].write_text(grid(1 + 7 * (i % 3), 1 + i % 5))
        paths.insert(7, MAPS / "bad_index.textmap")
        wanted = [(str(p), len(m.linedefs)) for p in paths for m in fl.open(p, errors="skip")]
        for jobs in (1, 2, 8, None):
            maps = fl.load_many(paths, jobs=jobs, errors="skip")
            self.assertEqual([(m.file, len(m.linedefs)) for m in maps], wanted)
        told = list(fl.load_many(paths, jobs=4, errors="yield"))
        self.assertIsInstance(told[7], fl.MapError)
        seen = []
        with self.assertRaises(fl.MapError):
            for m in fl.load_many(paths, jobs=4):
                seen.append(m.file)
        self.assertEqual(seen, [str(p) for p in paths[:7]])

    def test_a_loop_that_ends_early(self):
        before = threading.active_count()
        for _ in fl.load_many([MAPS / "square.wad"] * 50, jobs=3):
            break
        gc.collect()
        self.assertEqual(threading.active_count(), before)

    def test_other_threads_run_during_a_load(self):
        """The interpreter lock is free during a load: this thread counts on."""
        path = self.folder / "large.textmap"
        path.write_text(grid(160, 160))  # 20 MB
        done, spans = threading.Event(), []

        def load():
            before = time.perf_counter()
            fl.open(path)[0]
            spans.append((before, time.perf_counter()))
            done.set()
        thread = threading.Thread(target=load)
        thread.start()
        ticks = []
        while not done.is_set():
            ticks.append(time.perf_counter())
        thread.join()
        [(begin, end)] = spans
        inside = [begin, *(t for t in ticks if begin <= t <= end), end]
        longest = max(b - a for a, b in zip(inside, inside[1:]))
        self.assertLess(longest, 0.5 * (end - begin), "this thread waited for most of the load")
