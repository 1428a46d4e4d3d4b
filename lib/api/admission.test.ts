import { afterEach, expect, test, vi } from "vitest";
import { openAdmission } from "./admission";

test("as many calls run as were allowed, the next is refused at once, and an end of any kind makes room", async () => {
  const { admit: admission } = openAdmission(2);
  const ends: (() => void)[] = [];
  const call = () => admission(() => new Promise<void>((end) => ends.push(end)));
  const running = [call(), call()];
  await expect(call()).rejects.toMatchObject({ code: "OVERLOADED" });

  ends[0]?.();
  await running[0];
  await expect(admission(() => Promise.reject(new Error("broke")))).rejects.toThrow("broke");
  expect(await admission(async () => "ran")).toBe("ran");
  await expect(Promise.race([call(), Promise.resolve("runs")])).resolves.toBe("runs");
});

afterEach(() => vi.useRealTimers());

/** Fills what is open for a tenth of a second, in which each call waited so long, and answers how many got in. */
async function fill({ admit, refuses }: ReturnType<typeof openAdmission>, waitedMs: number): Promise<number> {
  const ends: (() => void)[] = [];
  const calls: Promise<void>[] = [];
  while (!refuses()) {
    calls.push(
      admit((begin) => {
        begin(waitedMs);
        return new Promise<void>((end) => ends.push(end));
      }),
    );
  }
  vi.advanceTimersByTime(101);
  // Its answer moves the bound, while all of them run.
  refuses();
  for (const end of ends) end();
  await Promise.all(calls);
  return calls.length;
}

test("while calls wait long before they begin fewer are let in, never none, and all again once they do not", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const admission = openAdmission(200);
  expect(await fill(admission, 2)).toBe(200);

  const late: number[] = [];
  for (let turn = 0; turn < 30; turn++) late.push(await fill(admission, 900));
  expect(late).toEqual(late.toSorted((a, b) => b - a));
  expect(late.at(-1)).toBe(16);

  const calm: number[] = [];
  for (let turn = 0; turn < 100; turn++) calm.push(await fill(admission, 2));
  expect(calm).toEqual(calm.toSorted((a, b) => a - b));
  expect(calm.at(-1)).toBe(200);
});

test("calls that are slow to come keep no other out, and count again once they have come", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const admission = openAdmission(20);
  let areComing = true;
  const ends: (() => void)[] = [];
  const come = () =>
    admission.admit(
      () => new Promise<void>((end) => ends.push(end)),
      () => areComing,
    );
  const slow = Array.from({ length: 20 }, come);
  expect(admission.refuses()).toBe(true);

  vi.advanceTimersByTime(400);
  expect(await fill(admission, 2)).toBe(20);
  areComing = false;
  vi.advanceTimersByTime(400);
  expect(admission.refuses()).toBe(true);
  for (const end of ends) end();
  await Promise.all(slow);
  expect(admission.refuses()).toBe(false);
});

test("a machine that is always slow is not taken for an overloaded one", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const admission = openAdmission(50);
  for (let turn = 0; turn < 10; turn++) expect(await fill(admission, 90)).toBe(50);
});
