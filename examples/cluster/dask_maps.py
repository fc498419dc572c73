"""dask_maps.py LIST OUT.csv: one row for each map of the files in LIST, by Dask on this machine.
For a cluster, name its scheduler: Client("tcp://HOST:8786"). A worker that ends is replaced."""
import sys
import dask.dataframe as dd
import pandas as pd
from dask.distributed import Client, LocalCluster

def maps_of(files):
    import flatline as fl
    maps = fl.load_many(files["file"], jobs=1, errors="yield")
    return pd.DataFrame([(m.file, m.name, len(m.linedefs), len(m.things)) for m in maps
                         if isinstance(m, fl.Map)], columns=["file", "map", "lines", "things"])

if __name__ == "__main__":
    files = pd.DataFrame({"file": open(sys.argv[1]).read().splitlines()})
    meta = {"file": object, "map": object, "lines": int, "things": int}
    with LocalCluster(n_workers=2, threads_per_worker=1) as cluster, Client(cluster):
        rows = dd.from_pandas(files, npartitions=16).map_partitions(maps_of, meta=meta)
        rows.compute().to_csv(sys.argv[2], index=False)
