import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db";
import { makeMember } from "@/prisma/factories";
import { operateFromTerminal } from "./cli";

const [said, complained]: [string[], string[]] = [[], []];
beforeEach(() => {
  said.length = complained.length = 0;
  vi.spyOn(process.stdout, "write").mockImplementation((line) => said.push(String(line)) > 0);
  vi.spyOn(process.stderr, "write").mockImplementation((line) => complained.push(String(line)) > 0);
});
afterEach(() => vi.restoreAllMocks());

const silent = async () => "";
const actsIn = (businessId: string) =>
  db.platformAuditEvent.findMany({ where: { businessId }, orderBy: { id: "asc" } });

test("the command suspends by id, resumes by slug, lists, and records who acted and why", async () => {
  const { businessId, businessSlug } = await makeMember();
  expect(await operateFromTerminal(["suspend", businessId, "--as", "ops@vang.example", "--reason", "Nợ quá hạn"])).toBe(
    0,
  );
  expect(said.join("")).toContain(`(${businessId}) is suspended.`);
  await operateFromTerminal(["list"]);
  expect(said.at(-2)).toContain(`${businessSlug}  `);
  expect(said.at(-2)).toContain("Nợ quá hạn");

  const answers = ["lead@vang.example", "Đã trả"];
  expect(await operateFromTerminal(["resume", businessSlug], async () => answers.shift() ?? "")).toBe(0);
  expect(await actsIn(businessId)).toMatchObject([
    { operator: "ops@vang.example", action: "business.suspended", details: { reason: "Nợ quá hạn", via: "terminal" } },
    { operator: "lead@vang.example", action: "business.resumed", details: { reason: "Đã trả", via: "terminal" } },
  ]);
  said.length = 0;
  await operateFromTerminal(["list", businessSlug]);
  expect(said.map((line) => line.split("  ").slice(1, 3))).toEqual([
    ["business.resumed", "lead@vang.example"],
    ["business.suspended", "ops@vang.example"],
  ]);
});

test.each([
  ["nobody says who acts", ["--reason", "Nợ"], "email address"],
  ["the address is none", ["--as", "ops", "--reason", "Nợ"], "email address"],
  ["there is no reason", ["--as", "ops@vang.example", "--reason", "  "], "reason"],
  ["the reason is too long", ["--as", "ops@vang.example", "--reason", "a".repeat(301)], "300"],
  ["an option is unknown", ["--who", "ops@vang.example"], "--who"],
])("nothing happens when %s", async (_, options, words) => {
  const { businessId } = await makeMember();
  expect(await operateFromTerminal(["suspend", businessId, ...options], silent)).toBe(1);
  expect(complained.join("")).toContain(words);
  expect(await db.business.findUnique({ where: { id: businessId } })).toMatchObject({ suspendedAt: null });
  expect(await actsIn(businessId)).toEqual([]);
});

test("an unknown business, an unknown command and a state that is there already are named, with exit code 1", async () => {
  const { businessId } = await makeMember();
  const who = ["--as", "ops@vang.example", "--reason", "Nợ"];
  expect(await operateFromTerminal(["suspend", "no-such-business", ...who])).toBe(1);
  expect(complained.pop()).toContain("no such business");
  expect(await operateFromTerminal(["resume", businessId, ...who])).toBe(1);
  expect(complained.pop()).toContain("already");
  expect(await operateFromTerminal(["freeze", businessId, ...who])).toBe(1);
  expect(complained.pop()).toContain("npm run operator");
  expect(await actsIn(businessId)).toEqual([]);
});
