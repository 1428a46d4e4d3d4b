import { expect, test } from "vitest";
import { filesOfPart, parts } from "./deep-parts.mjs";
import {
  filesAbout,
  filesOfParts,
  isDeep,
  isSlow,
  kindOf,
  listTestFiles,
  needsPages,
  ofEmbeddedParts,
  otherTimes,
  remoteFolders,
  slowFiles,
} from "./test-files.mjs";

test.each([
  ["lib/platform/csv.test.ts", "plain"],
  ["lib/engines/resilience/retry.test.ts", "process"],
  ["lib/money/wallet/holds.test.ts", "database"],
  ["lib/server/migrations.test.ts", "database"],
  ["lib/api/disk-full.test.ts", "own-process"],
  ["scripts/npm-start.test.ts", "servers"],
  ["lib/server/supervised.test.ts", "servers"],
  ["lib/access/auth/page-authorization.test.ts", "console"],
])("%s is a test of kind %s", (file, kind) => expect(kindOf(file)).toBe(kind));

test("each file and folder that a list names exists", () => {
  const files = listTestFiles();
  expect([...slowFiles, ...ofEmbeddedParts].filter((file) => !files.includes(file))).toEqual([]);
  const remote = filesOfParts();
  expect(remoteFolders.filter((folder) => !remote.some((file) => file.startsWith(folder)))).toEqual([]);
});

test("each deep file belongs to one part of the deep run, and each part has files or a stage", () => {
  const ofParts = parts.flatMap(({ name }) => filesOfPart(name));
  expect(ofParts.toSorted()).toEqual(listTestFiles().filter(isDeep).toSorted());
  const empty = parts.filter(({ name, stage }) => !stage && filesOfPart(name).length === 0);
  expect(empty.map(({ name }) => name)).toEqual([]);
});

test("the parts of the deep run repeat tests at each of the other times once", () => {
  const times = parts.flatMap(({ times = [] }) => times);
  expect(times.toSorted()).toEqual(
    otherTimes(Date.now())
      .map(({ name }) => name)
      .toSorted(),
  );
});

test("a test of a function needs no pages, and one of the console does", () => {
  expect(
    ["lib/platform/csv.test.ts", "lib/money/wallet/holds.test.ts", "lib/access/auth/page-authorization.test.ts"].map(
      needsPages,
    ),
  ).toEqual([false, false, true]);
});

test("the deep run has every file with a count or a test of its own there", () => {
  const deep = listTestFiles().filter(isDeep);
  for (const file of ["lib/keys/revocation", "lib/server/supervised", "scripts/fresh-clone.deep"])
    expect(deep).toContain(`${file}.test.ts`);
  expect(deep).not.toContain("lib/platform/csv.test.ts");
  const slow = listTestFiles().filter(isSlow);
  expect([slow.length > 0, slow.filter((file) => !deep.includes(file))]).toEqual([true, []]);
});

test("the deep run repeats tests at both midnights of a year's last day and of a leap day, always later than now", () => {
  const now = Date.parse("2026-12-31T17:00:00Z");
  expect(otherTimes(now).map(({ offsetSeconds }) => new Date(now + offsetSeconds * 1000).toISOString())).toEqual([
    "2027-03-01T17:00:00.000Z",
    "2028-02-04T17:00:00.000Z",
    "2027-12-31T16:30:00.000Z",
    "2026-12-31T23:30:00.000Z",
    "2028-02-29T16:30:00.000Z",
    "2028-02-29T23:30:00.000Z",
  ]);
  const [timed, daily] = [filesAbout("time"), filesAbout("day")];
  expect([timed, daily].map((files) => files.includes("lib/money/statements/close.test.ts"))).toEqual([true, true]);
  expect(timed).not.toContain("lib/platform/text.test.ts");
});

test("a test without a database that asks for one fails, and the error says why", async () => {
  const { Client } = await import("pg");
  await expect(new Client(process.env.DATABASE_URL).connect()).rejects.toThrow("test-file-has-no-database");
});
