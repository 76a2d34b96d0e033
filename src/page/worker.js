"use strict";
// Runs the program: the system calls of WASI preview 1, on files in memory.
const OK = 0, BADF = 8, EXIST = 20, INVAL = 28, ISDIR = 31, NOENT = 44, NOSYS = 52, NOTDIR = 54, NOTEMPTY = 55, PIPE = 64;
const DIRECTORY = 3, REGULAR = 4, TERMINAL = 2;
// The most bytes that a command prints here; a reader that has enough of it is gone.
const MOST_PRINTED = 1 << 26;

// A file grows like a vector.
class File {
  constructor(bytes) {
    this.bytes = bytes;
    this.size = bytes.length;
    this.isNew = false;
  }
  read(at, into) {
    const part = this.bytes.subarray(Math.min(at, this.size), Math.min(at + into.length, this.size));
    into.set(part);
    return part.length;
  }
  write(at, from) {
    const end = at + from.length;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.bytes.length));
      larger.set(this.bytes.subarray(0, this.size));
      this.bytes = larger;
    }
    this.bytes.set(from, at);
    this.size = Math.max(this.size, end);
    this.isNew = true;
    return from.length;
  }
}

function run({ module, args, input, files, columns }) {
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  const tree = new Map(files.map(([name, bytes]) => [name, new File(bytes)])), folders = new Set(["", "tmp"]);
  for (const name of tree.keys()) for (let at = name.indexOf("/"); at > 0; at = name.indexOf("/", at + 1)) folders.add(name.slice(0, at));
  const [out, err] = [new File(new Uint8Array(4096)), new File(new Uint8Array(256))];
  out.size = err.size = 0;
  const open = [{ file: new File(input), at: 0 }, { file: out, at: 0 }, { file: err, at: 0 }, { folder: "" }];
  const before = new Set(tree.keys());
  let memory, told = 0, cut = false;
  const view = () => new DataView(memory.buffer);
  const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
  const u32 = (at, value) => view().setUint32(at, value, true);
  const u64 = (at, value) => view().setBigUint64(at, BigInt(value), true);
  // The path of a file below an open folder, without `.` and `..`.
  const path = (fd, at, length) => {
    const parts = (open[fd].folder + "/" + decoder.decode(bytes(at, length))).split("/"), kept = [];
    for (const part of parts) if (part === "..") kept.pop(); else if (part && part !== ".") kept.push(part);
    return kept.join("/");
  };
  const below = (folder) => [...tree.keys(), ...folders].filter((name) => name && (folder ? name.startsWith(folder + "/") : true))
    .map((name) => name.slice(folder ? folder.length + 1 : 0)).filter((name) => name && !name.includes("/")).sort();
  const stat = (at, kind, size) => {
    bytes(at, 64).fill(0);
    view().setUint8(at + 16, kind);
    u64(at + 32, size);
    return OK;
  };
  const strings = (all) => ({
    get: (list, text) => {
      for (const one of all) {
        const data = encoder.encode(one + "\0");
        u32(list, text);
        bytes(text, data.length).set(data);
        list += 4;
        text += data.length;
      }
      return OK;
    },
    sizes: (count, size) => {
      u32(count, all.length);
      u32(size, all.reduce((sum, one) => sum + encoder.encode(one).length + 1, 0));
      return OK;
    },
  });
  const given = strings(["hockney", ...args]), environment = strings(["NO_COLOR=1", ...(columns ? ["COLUMNS=" + columns] : [])]);
  // Reads or writes the pieces of a list.
  const pieces = (list, count, done, move) => {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const length = view().getUint32(list + 8 * i + 4, true);
      const moved = move(bytes(view().getUint32(list + 8 * i, true), length));
      sum += moved;
      if (moved < length) break;
    }
    u32(done, sum);
    return OK;
  };
  const calls = {
    args_get: given.get, args_sizes_get: given.sizes, environ_get: environment.get, environ_sizes_get: environment.sizes,
    clock_time_get: (id, _precision, at) => (u64(at, Math.round((id ? performance.now() : Date.now()) * 1e6)), OK),
    random_get: (at, length) => {
      for (let i = 0; i < length; i += 65536) crypto.getRandomValues(bytes(at + i, Math.min(65536, length - i)));
      return OK;
    },
    proc_exit: (code) => { throw { code }; },
    fd_prestat_get: (fd, at) => fd === 3 ? (u32(at, 0), u32(at + 4, 1), OK) : BADF,
    fd_prestat_dir_name: (_fd, at) => (bytes(at, 1)[0] = 47, OK),
    // Progress is drawn on a terminal only, which standard error is.
    fd_fdstat_get: (fd, at) => {
      if (!open[fd]) return BADF;
      bytes(at, 24).fill(0);
      view().setUint8(at, fd === 2 ? TERMINAL : open[fd].file ? REGULAR : DIRECTORY);
      u64(at + 8, fd === 2 ? 0x40 : 0x1fffffff);
      u64(at + 16, 0x1fffffff);
      return OK;
    },
    fd_filestat_get: (fd, at) => open[fd] ? stat(at, open[fd].file ? REGULAR : DIRECTORY, open[fd].file ? open[fd].file.size : 0) : BADF,
    path_filestat_get: (fd, _flags, at, length, to) => {
      const name = path(fd, at, length);
      return tree.has(name) ? stat(to, REGULAR, tree.get(name).size) : folders.has(name) ? stat(to, DIRECTORY, 0) : NOENT;
    },
    fd_read: (fd, list, count, done) => {
      if (!open[fd] || !open[fd].file) return open[fd] ? ISDIR : BADF;
      return pieces(list, count, done, (into) => {
        const read = open[fd].file.read(open[fd].at, into);
        open[fd].at += read;
        return read;
      });
    },
    fd_write: (fd, list, count, done) => {
      const to = open[fd];
      if (!to || !to.file) return BADF;
      if (fd < 3 && to.file.size > MOST_PRINTED) return cut = true, PIPE;
      return pieces(list, count, done, (from) => {
        if (fd === 2 && from[0] === 13) {
          if (performance.now() - told > 100) {
            postMessage({ progress: decoder.decode(from.slice(1)) });
            told = performance.now();
          }
          return from.length;
        }
        to.at += to.file.write(to.at, from);
        return from.length;
      });
    },
    fd_seek: (fd, offset, whence, to) => {
      if (!open[fd] || !open[fd].file) return BADF;
      open[fd].at = Number(offset) + [0, open[fd].at, open[fd].file.size][whence];
      u64(to, open[fd].at);
      return OK;
    },
    fd_close: (fd) => open[fd] ? (delete open[fd], OK) : BADF,
    path_open: (fd, _lookup, at, length, how, _rights, _inherited, flags, to) => {
      const name = path(fd, at, length), [creates, folder, excludes, truncates] = [1, 2, 4, 8].map((bit) => (how & bit) > 0);
      let file = tree.get(name);
      if (folders.has(name)) {
        if (creates || truncates) return ISDIR;
        open.push({ folder: name });
      } else {
        if (folder) return file ? NOTDIR : NOENT;
        if (file && creates && excludes) return EXIST;
        if (!file) {
          if (!creates || !folders.has(name.slice(0, Math.max(0, name.lastIndexOf("/"))))) return NOENT;
          tree.set(name, file = new File(new Uint8Array(0)));
          file.isNew = true;
        }
        if (truncates) [file.size, file.isNew] = [0, true];
        open.push({ file, at: flags & 1 ? file.size : 0 });
      }
      u32(to, open.length - 1);
      return OK;
    },
    path_create_directory: (fd, at, length) => {
      const name = path(fd, at, length);
      if (tree.has(name) || folders.has(name)) return EXIST;
      folders.add(name);
      return OK;
    },
    // No file is a link.
    path_readlink: (fd, at, length) => tree.has(path(fd, at, length)) || folders.has(path(fd, at, length)) ? INVAL : NOENT,
    sched_yield: () => OK,
    path_unlink_file: (fd, at, length) => tree.delete(path(fd, at, length)) ? OK : NOENT,
    path_remove_directory: (fd, at, length) => {
      const name = path(fd, at, length);
      if (below(name).length) return NOTEMPTY;
      return folders.delete(name) ? OK : NOENT;
    },
    path_rename: (fd, at, length, toFd, toAt, toLength) => {
      const [from, to] = [path(fd, at, length), path(toFd, toAt, toLength)];
      if (!tree.has(from)) return folders.has(from) ? INVAL : NOENT;
      tree.set(to, tree.get(from));
      if (to !== from) tree.delete(from);
      return OK;
    },
    // Entries of a folder, from the one that the cookie counts to; the last may be cut off by the end of the buffer.
    fd_readdir: (fd, at, length, cookie, used) => {
      if (!open[fd] || open[fd].folder === undefined) return NOTDIR;
      const folder = open[fd].folder, all = new Uint8Array(length);
      let end = 0;
      below(folder).slice(Number(cookie)).forEach((name, i) => {
        const data = encoder.encode(name), entry = new Uint8Array(24 + data.length), fields = new DataView(entry.buffer);
        fields.setBigUint64(0, cookie + BigInt(i + 1), true);
        fields.setUint32(16, data.length, true);
        fields.setUint8(20, folders.has((folder ? folder + "/" : "") + name) ? DIRECTORY : REGULAR);
        entry.set(data, 24);
        all.set(entry.subarray(0, Math.max(0, length - end)), Math.min(end, length));
        end += entry.length;
      });
      bytes(at, length).set(all);
      u32(used, Math.min(end, length));
      return OK;
    },
  };
  const imports = new Proxy(calls, { get: (all, name) => all[name] || (() => NOSYS) });
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
  memory = instance.exports.memory;
  let code = 0, broken = "";
  try {
    instance.exports._start();
  } catch (error) {
    if (error.code === undefined) [code, broken] = [3, String(error)];
    else code = error.code;
  }
  const isNew = ([name, file]) => file.isNew && !name.startsWith("tmp/");
  return {
    code, broken, cut, out: out.bytes.slice(0, out.size), err: decoder.decode(err.bytes.subarray(0, err.size)),
    files: [...tree].filter(isNew).map(([name, file]) => [name, file.bytes.slice(0, file.size)]),
    gone: [...before].filter((name) => !tree.has(name)),
  };
}

onmessage = ({ data }) => postMessage({ result: run(data) });
