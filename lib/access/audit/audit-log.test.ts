// @module-tag promise
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { recordAudit } from "@/lib/access/audit/record";
import type { Member } from "@/lib/access/principals/member";
import { setDataRules } from "@/lib/businesses/data-rules";
import { inviteMember } from "@/lib/businesses/members/invite";
import { moneyActKinds } from "@/lib/money/acts/schema";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { removePronunciation, savePronunciation } from "@/lib/speech/pronunciations/own-reading";
import { makeMember } from "@/prisma/factories";
import { compare, describeEntry } from "./describe";
import { exportAudit } from "./export";
import { listAudit } from "./list";
import { listActors, loadNames } from "./names";
import { auditActions, auditAddressSchema, staffActs } from "./schema";

afterEach(() => clock.reset());

const write = (member: Member, action: string, subject?: string) =>
  db.$transaction((tx) => recordAudit(tx, member, { action, subject }));

const actionsOf = async (member: Member, filter = {}) =>
  (await listAudit(member, { filter })).entries.map(({ action }) => action);

async function fileOf(member: Member, filter = {}): Promise<string> {
  let text = "";
  for await (const piece of exportAudit(member, filter, "vi")) text += piece;
  return text;
}

test("an entry names who did what to whom, from what to what, from where", async () => {
  const owner = await makeMember();
  const colleague = await makeMember({ businessId: owner.businessId, role: "viewer" });
  await setDataRules(owner, { retentionDays: 7, pinnedRegion: "VN" });
  await write(owner, "member.removed", colleague.userId);

  const { entries } = await listAudit(owner);
  const names = await loadNames(owner, entries);
  const [removed, changed] = entries.map((entry) => describeEntry(entry, names, "vi"));
  expect(removed).toMatchObject({ actor: "Nguyễn Thị Minh", action: "member.removed", subject: "Nguyễn Thị Minh" });
  expect(changed).toMatchObject({
    action: "business.data_rules_changed",
    ip: owner.device.ip,
    browser: "Firefox 128",
    changes: [
      { field: "retentionDays", before: "30", after: "7" },
      { field: "pinnedRegion", before: null, after: "VN" },
    ],
  });
});

test("an invitation shows its email address while it is stored, and its id after it is deleted", async () => {
  const owner = await makeMember();
  await inviteMember(owner, { email: "lan@example.com", role: "viewer" });
  expect((await listAudit(owner)).entries).toMatchObject([{ subject: "lan@example.com", ...owner.device }]);
  expect(await fileOf(owner)).toContain("lan@example.com");

  await db.auditDetail.deleteMany({ where: { businessId: owner.businessId } });
  const [invitation] = await db.invitation.findMany({ where: { businessId: owner.businessId } });
  expect((await listAudit(owner)).entries).toMatchObject([{ subject: invitation?.id, ip: null, userAgent: null }]);
  expect(await fileOf(owner)).not.toContain("lan@example.com");
});

test("entries of the old format show addresses and browsers in part only, on the page and in the file", async () => {
  const owner = await makeMember();
  const link = { businessId: owner.businessId, at: clock.now(), actorId: owner.userId, previous: "", digest: "" };
  const old = [
    { action: "member.invited", subject: "lan@example.com", ip: "203.0.113.77", userAgent: owner.device.userAgent },
    {
      action: "invoice.changed",
      after: { email: "ke-toan@example.com", legalName: "Sách Nói" },
      ip: "2001:db8:1:2::3",
    },
  ];
  await db.auditEvent.createMany({ data: old.map((entry, index) => ({ ...link, ...entry, sequence: index + 1 })) });

  const { entries } = await listAudit(owner);
  expect(entries.map((entry) => describeEntry(entry, new Map(), "vi"))).toMatchObject([
    { ip: "2001:db8:1::•", changes: [{ field: "email", after: "k•••@example.com" }, { after: "Sách Nói" }] },
    { subject: "l•••@example.com", ip: "203.0.113.•", browser: "Firefox 128" },
  ]);
  const file = await fileOf(owner);
  expect(file).toContain("Firefox 128");
  for (const whole of ["lan@example", "ke-toan@", "203.0.113.77", "::3", "Gecko"]) expect(file).not.toContain(whole);
});

test("settings that did not change leave no entry", async () => {
  const owner = await makeMember();
  await setDataRules(owner, { retentionDays: 30, pinnedRegion: null });
  await savePronunciation(owner, { written: "Vang", spoken: "vang" });
  await savePronunciation(owner, { written: "Vang", spoken: "vang" });
  await removePronunciation(owner, "Không có");
  await removePronunciation(owner, "Vang");
  expect(await actionsOf(owner)).toEqual(["pronunciation.removed", "pronunciation.saved"]);
});

test("it is filtered by action, actor and day", async () => {
  const owner = await makeMember();
  const admin = await makeMember({ businessId: owner.businessId, role: "admin" });
  await write(owner, "key.created");
  clock.advance(days(2));
  await write(admin, "key.revoked");
  await write(admin, "key.created");

  const today = new Date(+clock.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  expect(await actionsOf(owner, { action: "key.created" })).toEqual(["key.created", "key.created"]);
  expect(await actionsOf(owner, { person: admin.userId })).toEqual(["key.created", "key.revoked"]);
  expect(await actionsOf(owner, { from: today })).toEqual(["key.created", "key.revoked"]);
  expect(await actionsOf(owner, { from: today, action: "key.revoked", person: owner.userId })).toEqual([]);
  expect((await listActors(owner)).map(({ value }) => value).sort()).toEqual([owner.userId, admin.userId].sort());
});

test("pages follow each other without a gap or a repetition", async () => {
  const owner = await makeMember();
  for (let index = 0; index < 7; index += 1) await write(owner, "key.created", `key ${index}`);
  const seen: (string | null)[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await listAudit(owner, { cursor, limit: 3 });
    seen.push(...page.entries.map(({ subject }) => subject));
    cursor = page.next;
  } while (cursor);
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `key ${index}`));
  await expect(listAudit(owner, { cursor: "x" })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});

test("another business sees nothing of a log: not in the list, by cursor, in a file or in a name", async () => {
  const [owner, outsider] = [await makeMember(), await makeMember()];
  await write(owner, "key.created", "bí mật");
  expect(await listAudit(outsider, { cursor: "99" })).toEqual({ entries: [], next: null });
  expect(await listAudit(outsider, { filter: { person: owner.userId } })).toEqual({ entries: [], next: null });
  expect(await fileOf(outsider)).not.toContain("bí mật");
  expect(await listActors(outsider)).toEqual([]);
});

test.each(["developer", "billing", "viewer"] as const)("a %s cannot read it", async (role) => {
  const member = await makeMember({ role });
  const forbidden = { code: "FORBIDDEN" };
  await expect(listAudit(member)).rejects.toMatchObject(forbidden);
  await expect(fileOf(member)).rejects.toMatchObject(forbidden);
  await expect(listActors(member)).rejects.toMatchObject(forbidden);
  await expect(loadNames(member, [])).rejects.toMatchObject(forbidden);
});

test("the file holds every entry with its digest, and no formula from an attacker", async () => {
  const owner = await makeMember();
  await write(owner, "pronunciation.saved", "=1+1");
  const [entry] = (await listAudit(owner)).entries;
  const [head = "", line = ""] = (await fileOf(owner)).split("\r\n");
  expect(head).toContain("Thời gian");
  expect(line).toContain(`,Lưu cách đọc riêng,'=1+1,,,${owner.device.ip},`);
  expect(line.endsWith(entry?.digest ?? "?")).toBe(true);
});

test("two states are compared field by field", () => {
  expect(compare({ a: 1, b: [1], c: "x" }, { a: 1, b: [2], d: false })).toEqual([
    { field: "b", before: "[1]", after: "[2]" },
    { field: "c", before: "x", after: null },
    { field: "d", before: null, after: "false" },
  ]);
  expect(compare(null, null)).toEqual([]);
});

test("invalid filters in a URL are ignored", () => {
  const requested = { action: "key.stolen", person: "' OR 1=1", from: "2026-13-45", to: ["a"], cursor: ["1"] };
  expect(auditAddressSchema.parse(requested)).toEqual({});
});

test("every change that the code records has a text in the log", () => {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !/\.(test|bench)\.ts$/.test(name),
  );
  // The acts of the platform's operators are in a log of their own, and the kinds of acts with money are another list.
  const known: readonly string[] = [...auditActions, ...staffActs, ...moneyActKinds];
  const sources = files.map((name) =>
    readFileSync(join("lib", name), "utf8").replaceAll(/recordPlatformAct\([^)]*\)/g, ""),
  );
  const areas = new Set(auditActions.map((action) => action.split(".")[0]));
  const recorded = sources
    .filter((source) => source.includes("recordAudit"))
    .flatMap((source) => [...source.matchAll(/(?<!kind: )"([a-z]+)\.([a-z_]+)"/g)])
    .filter(([, area]) => areas.has(area ?? ""))
    .map(([, area, act]) => `${area}.${act}`);
  expect(recorded.filter((action) => !known.includes(action))).toEqual([]);
});
