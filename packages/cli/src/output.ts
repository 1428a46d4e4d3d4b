import { once } from "node:events";
import { createWriteStream, renameSync, rmSync, statSync } from "node:fs";
import { writeTo } from "./terminal";

/**
 * Where bytes of a result go: `-` is stdout. A file appears under its name when it is whole, so that one that was
 * interrupted leaves nothing that looks finished.
 */
export function openOutput(path: string) {
  if (path === "-") {
    const write = (chunk: Uint8Array) => writeTo(process.stdout, chunk);
    return { write, finish: async () => undefined, discard: () => undefined };
  }
  const isDirect = isDevice(path);
  const written = isDirect ? path : `${path}.${process.pid}.part`;
  const stream = createWriteStream(written);
  let failure: Error | undefined;
  stream.on("error", (error) => {
    failure = error;
  });
  const closed = once(stream, "close").catch(() => undefined);
  const check = () => {
    if (failure) throw failure;
  };
  return {
    async write(chunk: Uint8Array) {
      check();
      await Promise.race([writeTo(stream, chunk), closed]);
      check();
    },
    async finish() {
      stream.end();
      await closed;
      check();
      if (!isDirect) renameSync(written, path);
    },
    discard() {
      stream.destroy();
      if (!isDirect) rmSync(written, { force: true });
    },
  };
}

/** A pipe or a device cannot be replaced by a file. */
const isDevice = (path: string) => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile();
};
