// host_files.js: the files of the machine, for the program in WebAssembly: a file system of
// emscripten whose folders are those of Node.
import fs from "node:fs";
import {join} from "node:path";

// Numbers of WASI.
const ERRORS = {
  EACCES: 2, EBUSY: 10, EEXIST: 20, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32, EMFILE: 33,
  ENAMETOOLONG: 37, ENFILE: 41, ENOENT: 44, ENOSPC: 51, ENOTDIR: 54, ENOTEMPTY: 55, EPERM: 63,
  EPIPE: 64, EROFS: 69, EXDEV: 75,
};
// Flags of open as emscripten has them.
const ACCESS = 3;
const APPEND = 1024;
// They are the program's own, or speak of another process.
const LEFT_OUT = new Set(["dev", "proc", "sys"]);

/** Makes every folder at the root of the machine one of `FS`. */
export function mountHost(FS) {
  const tried = action => {
    try {
      return action();
    } catch (error) {
      if (typeof error.code !== "string") throw error;
      throw new FS.ErrnoError(ERRORS[error.code] ?? ERRORS.EIO);
    }
  };
  const pathOf = node => {
    const names = [];
    for (; node.parent !== node; node = node.parent) names.unshift(node.name);
    return join(node.mount.opts.root, ...names);
  };
  const nodeOf = (parent, name, status) => {
    const node = FS.createNode(parent, name, status.mode, 0);
    node.node_ops = nodeOps;
    node.stream_ops = streamOps;
    return node;
  };

  const nodeOps = {
    getattr: node => tried(() => {
      const status = node.parent === node ? fs.statSync(pathOf(node)) : fs.lstatSync(pathOf(node));
      return {dev: status.dev, ino: status.ino, mode: status.mode, nlink: status.nlink,
              uid: status.uid, gid: status.gid, rdev: status.rdev, size: status.size,
              atime: status.atime, mtime: status.mtime, ctime: status.ctime,
              blksize: status.blksize, blocks: status.blocks};
    }),
    setattr: (node, {mode, size}) => tried(() => {
      if (mode !== undefined) {
        fs.chmodSync(pathOf(node), mode & 0o7777);
        node.mode = mode;
      }
      if (size !== undefined) fs.truncateSync(pathOf(node), size);
    }),
    lookup: (parent, name) => tried(() =>
      nodeOf(parent, name, fs.lstatSync(join(pathOf(parent), name)))),
    mknod: (parent, name, mode) => tried(() => {
      const path = join(pathOf(parent), name);
      if (FS.isDir(mode)) fs.mkdirSync(path, mode & 0o7777);
      else fs.closeSync(fs.openSync(path, "wx", mode & 0o7777));
      return nodeOf(parent, name, {mode});
    }),
    rename: (node, folder, name) => tried(() => {
      fs.renameSync(pathOf(node), join(pathOf(folder), name));
      node.name = name;
    }),
    unlink: (parent, name) => tried(() => fs.unlinkSync(join(pathOf(parent), name))),
    rmdir: (parent, name) => tried(() => fs.rmdirSync(join(pathOf(parent), name))),
    readdir: node => tried(() => [".", "..", ...fs.readdirSync(pathOf(node))]),
    readlink: node => tried(() => fs.readlinkSync(pathOf(node))),
  };
  const {O_RDONLY, O_WRONLY, O_RDWR, O_APPEND, O_NONBLOCK} = fs.constants;
  const streamOps = {
    open: stream => tried(() => {
      if (!FS.isFile(stream.node.mode)) return;
      const access = [O_RDONLY, O_WRONLY, O_RDWR][stream.flags & ACCESS];
      const append = stream.flags & APPEND ? O_APPEND : 0;
      stream.opened = fs.openSync(pathOf(stream.node), access | append | O_NONBLOCK);
    }),
    close: stream => tried(() => {
      if (stream.opened !== undefined) fs.closeSync(stream.opened);
    }),
    read: (stream, buffer, offset, length, position) => tried(() =>
      length === 0 ? 0 : fs.readSync(stream.opened, buffer, offset, length, position)),
    write: (stream, buffer, offset, length, position) => tried(() =>
      fs.writeSync(stream.opened, buffer, offset, length, position)),
    llseek: (stream, offset, whence) => tried(() => {
      const from = whence === 1 ? stream.position
        : whence === 2 && FS.isFile(stream.node.mode) ? fs.fstatSync(stream.opened).size : 0;
      if (from + offset < 0) throw new FS.ErrnoError(ERRORS.EINVAL);
      return from + offset;
    }),
  };
  const type = {
    mount: mount => {
      const root = FS.createNode(null, "/", fs.statSync(mount.opts.root).mode, 0);
      root.node_ops = nodeOps;
      root.stream_ops = streamOps;
      return root;
    },
  };
  for (const name of fs.readdirSync("/")) {
    const root = `/${name}`;
    if (LEFT_OUT.has(name) || !fs.statSync(root, {throwIfNoEntry: false})?.isDirectory()) continue;
    if (!FS.analyzePath(root).exists) FS.mkdir(root);
    FS.mount(type, {root}, root);
  }
}
