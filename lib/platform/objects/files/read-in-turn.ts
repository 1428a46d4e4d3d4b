import "server-only";
import { close, createReadStream, open, type ReadStream, read } from "node:fs";

/**
 * Parts of files that are read at once for all downloads together. Node has four threads for files: one stays free for
 * what jobs read and write. And each turn of the event loop sends this many parts at most, however many clients connect.
 */
const mostAtOnce = 3;

let reading = 0;
const waiting: (() => void)[] = [];

/** Begins a read when it is its turn. `begin` is given what ends the turn. */
function inTurn(begin: (end: () => void) => void): void {
  const start = () => {
    reading++;
    begin(end);
  };
  const end = () => {
    reading--;
    waiting.shift()?.();
  };
  if (reading < mostAtOnce) start();
  else waiting.push(start);
}

export const readInTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  new Promise((done, failed) => inTurn((end) => void work().finally(end).then(done, failed)));

/** `createReadStream` whose parts are read in turn with those of all other downloads. */
export const readStreamInTurn = (path: string, range: { start: number; end: number }): ReadStream =>
  createReadStream(path, { ...range, fs: { open, close, read: readPartInTurn as typeof read } });

type Done = (error: NodeJS.ErrnoException | null, count: number, bytes: Buffer) => void;

function readPartInTurn(
  ...[file, bytes, offset, length, position, done]: [number, Buffer, number, number, number, Done]
) {
  inTurn((end) =>
    read(file, bytes, offset, length, position, (...result) => {
      end();
      done(...result);
    }),
  );
}
