// @module-tag promise
import { afterEach, expect, test } from "vitest";
import type { Viewer } from "@/lib/access/principals/viewer";
import { clock, days, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeViewer } from "@/prisma/factories";
import { type SignInFilter, signInAddressSchema } from "./schema";
import { type Attempt, exportSignIns, listSignIns, recordSignIn, sweepSignIns } from "./sign-in-log";

afterEach(clock.reset);

const attempt = ({ userId, device }: Viewer, options: Partial<Attempt> = {}) =>
  recordSignIn({ userId, device, result: "wrong_password", method: "password", ...options });

const resultsOf = async (viewer: Viewer, filter?: SignInFilter) =>
  (await listSignIns(viewer, { filter })).entries.map(({ result, method }) => `${result} ${method}`);

async function fileOf(viewer: Viewer, filter = {}): Promise<string> {
  let text = "";
  for await (const piece of exportSignIns(viewer, filter)) text += piece;
  return text;
}

test("each attempt is logged with its reason, method, address and browser, newest first", async () => {
  const viewer = await makeViewer();
  await attempt(viewer);
  await attempt(viewer, { result: "second_factor_needed" });
  await attempt(viewer, { result: "wrong_code", method: "totp" });
  await attempt(viewer, { result: "signed_in", method: "totp", sessionId: viewer.sessionId });

  const { entries, next } = await listSignIns(viewer);
  expect(entries.map(({ result }) => result)).toEqual([
    "signed_in",
    "wrong_code",
    "second_factor_needed",
    "wrong_password",
  ]);
  expect(entries[0]).toMatchObject({ ...viewer.device, method: "totp", sessionId: viewer.sessionId });
  expect(next).toBeNull();
});

test("no one sees another's attempts, by another's cursor or in a file either", async () => {
  const [viewer, outsider] = [await makeViewer(), await makeViewer()];
  for (let index = 0; index < 3; index++) await attempt(viewer);
  const { next } = await listSignIns(viewer, { limit: 1 });

  expect(await listSignIns(outsider)).toEqual({ entries: [], next: null });
  expect(await listSignIns(outsider, { cursor: next })).toEqual({ entries: [], next: null });
  expect((await fileOf(outsider)).split("\r\n")).toHaveLength(2);
});

test("pages follow each other without a gap or a repetition, also within one millisecond", async () => {
  const viewer = await makeViewer();
  const createdAt = clock.now();
  for (let index = 0; index < 7; index++) await attempt(viewer);
  await db.signInEntry.updateMany({ where: { userId: viewer.userId }, data: { createdAt } });

  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await listSignIns(viewer, { cursor, limit: 3 });
    seen.push(...page.entries.map(({ id }) => id));
    cursor = page.next;
  } while (cursor);
  expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
  await expect(listSignIns(viewer, { cursor: "x" })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});

test("the list is filtered by outcome, method and days", async () => {
  const viewer = await makeViewer();
  await attempt(viewer);
  clock.advance(days(8));
  await attempt(viewer, { result: "locked", method: "totp" });
  await attempt(viewer, { result: "signed_in", method: "passkey" });

  expect(await resultsOf(viewer, { result: "good" })).toEqual(["signed_in passkey"]);
  expect(await resultsOf(viewer, { result: "bad" })).toEqual(["locked totp", "wrong_password password"]);
  expect(await resultsOf(viewer, { method: "totp" })).toEqual(["locked totp"]);
  expect(await resultsOf(viewer, { days: "7" })).toEqual(["signed_in passkey", "locked totp"]);
  expect(await resultsOf(viewer, { result: "bad", days: "30", method: "password" })).toEqual([
    "wrong_password password",
  ]);
});

test("invalid filters in a URL are ignored", () => {
  expect(signInAddressSchema.parse({ result: "<b>", method: ["totp", "x"], days: "9999", cursor: ["a"] })).toEqual({});
});

test("an attempt of exactly 90 days is no longer shown, swept or not, and the sweep deletes it", async () => {
  const viewer = await makeViewer();
  await attempt(viewer);
  await attempt(viewer);
  const now = clock.now();
  const ages = [days(90), days(90) - 1];
  const rows = await db.signInEntry.findMany({ where: { userId: viewer.userId }, select: { id: true } });
  for (const [index, { id }] of rows.entries()) {
    await db.signInEntry.update({ where: { id }, data: { createdAt: new Date(+now - (ages[index] ?? 0)) } });
  }
  clock.reset();
  const { entries } = await atMoment(now, () => listSignIns(viewer));
  expect(entries.map(({ createdAt }) => +now - +createdAt)).toEqual([days(90) - 1]);

  expect(await atMoment(now, sweepSignIns)).toBe(1);
  expect(await db.signInEntry.count({ where: { userId: viewer.userId } })).toBe(1);
  clock.advance(minutes(1));
  expect(await sweepSignIns()).toBe(1);
});

/** Runs a function while the clock stands still. */
async function atMoment<Result>(moment: Date, work: () => Promise<Result>): Promise<Result> {
  const now = clock.now;
  clock.now = () => moment;
  try {
    return await work();
  } finally {
    clock.now = now;
  }
}

test("the file holds every attempt in the reader's language, and no formula from an attacker", async () => {
  const viewer = await makeViewer();
  await attempt(viewer, { device: { ip: "2001:db8::1", userAgent: '=HYPERLINK("http://evil.example","x")' } });
  await attempt({ ...viewer, device: { ip: null, userAgent: null } } as Viewer, { result: "signed_in" });

  const file = await fileOf(viewer);
  const [head = "", newest = "", oldest = "", end] = file.split("\r\n");
  expect([...head].at(0)).toBe("\ufeff");
  expect(head).toContain("Thời gian");
  expect(newest).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,Đã đăng nhập,Mật khẩu,,,,$/);
  expect(oldest).toContain(`2001:db8::1,"'=HYPERLINK(""http://evil.example"",""x"")"`);
  expect(end).toBe("");
});

test("a file of thousands is streamed, each attempt once", async () => {
  const viewer = await makeViewer();
  const { userId } = viewer;
  await db.signInEntry.createMany({
    data: Array.from({ length: 1201 }, (_, index) => ({
      id: `sin_${String(index).padStart(26, "0")}`,
      userId,
      result: "wrong_password",
      method: "password",
      createdAt: clock.now(),
    })),
  });
  const pieces: string[] = [];
  for await (const piece of exportSignIns(viewer, {})) pieces.push(piece);
  expect(pieces).toHaveLength(4);
  expect(pieces.join("").split("\r\n")).toHaveLength(1203);
});
