import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { decode } from "@/lib/audio/decode";
import { encodeWav } from "@/lib/audio/wav";
import { inTurn } from "./decoder-turns";

const home = mkdtempSync(join(tmpdir(), "vang-turns-"));
const path = join(home, "tone.wav");
const ends: (() => void)[] = [];
const overloaded = { code: "OVERLOADED" };

beforeAll(async () => {
  const samples = new Float32Array(16_000).fill(0.1);
  writeFileSync(path, await encodeWav({ samples, sampleRate: 16_000 }));
});

afterEach(() => {
  vi.useRealTimers();
  for (const end of ends.splice(0)) end();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const never = () => new AbortController().signal;

let businesses = 0;
/** For another business each time, unless told for whom. */
const turnOf = (signal = never(), owner = `business ${++businesses}`) => ({ owner, signal });
const read = (signal = never()) =>
  inTurn(turnOf(signal), () => decode({ path, container: "wav" }, { signal, maxSeconds: 60 }));

/** Every decoder, until its end is called. */
async function takeAll(): Promise<void> {
  const work = () => new Promise<void>((end) => ends.push(end));
  for (let each = 0; each < availableParallelism(); each++) inTurn(turnOf(), work);
  await expect.poll(() => ends.length).toBe(availableParallelism());
}

test("a decoder is free again for whoever waits, in the order they came", async () => {
  await takeAll();
  const order: number[] = [];
  const waiting = [1, 2, 3].map((each) => inTurn(turnOf(), async () => order.push(each)));
  await turn();
  expect(order).toEqual([]);

  for (const end of ends) end();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
});

test("while 32 files wait for a decoder the next is refused at once, and one that hangs up makes room at once", async () => {
  await takeAll();
  const gone = new AbortController();
  const leaver = expect(read(gone.signal)).rejects.toMatchObject({ code: "CLIENT_CLOSED" });
  const others = Array.from({ length: 31 }, () => read());
  await expect(read()).rejects.toMatchObject(overloaded);

  gone.abort();
  await leaver;
  const latest = read();
  await expect(read()).rejects.toMatchObject(overloaded);
  for (const end of ends) end();
  expect(await Promise.all([...others, latest])).toHaveLength(32);
});

test("a file whose turn does not come in ten seconds is refused, and never decoded", async () => {
  await takeAll();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const work = vi.fn();
  const late = expect(inTurn(turnOf(), work)).rejects.toMatchObject(overloaded);
  vi.advanceTimersByTime(10_000);
  await late;

  for (const end of ends) end();
  await inTurn(turnOf(), async () => undefined);
  expect(work).not.toHaveBeenCalled();
});

test("however many slow files one business sends, a file of another is decoded at once", async () => {
  const processors = availableParallelism();
  const gone = new AbortController();
  const work = () => new Promise<void>((end) => ends.push(end));
  const slow = Array.from({ length: processors + 20 }, () =>
    inTurn(turnOf(gone.signal, "one business"), work).catch(() => undefined),
  );
  await turn();
  expect(ends.length).toBe(Math.max(1, processors - 1));
  // A machine with one processor has none to keep free.
  if (processors > 1) expect(await inTurn(turnOf(), async () => "decoded")).toBe("decoded");
  gone.abort();
  for (const end of ends) end();
  await Promise.all(slow);
});

test("a failure while decoding is told to whoever waited, and frees the decoder", async () => {
  const failing = Array.from({ length: 5 }, () => inTurn(turnOf(), () => Promise.reject(new Error("broken"))));
  for (const each of failing) await expect(each).rejects.toThrow("broken");
  expect(await inTurn(turnOf(), async () => "next")).toBe("next");
});
