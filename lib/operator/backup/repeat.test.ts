// @module-tag promise
// @module-tag slow
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { verbs } from "@/lib/operator/cli/areas/backup";
import { makeTerminalOperator } from "@/prisma/staff-factories";
import { ensureDatabase } from "@/scripts/database.mjs";
import { inCluster, makeScratch } from "@/testing/harness/installation";
import { createBackup } from "./create";
import { type Restored, restoreBackup } from "./restore";

const scratch = makeScratch();
const [data, archive] = [join(scratch, "data"), join(scratch, "out.tar")];
const ofFile = { DATABASE_URL: process.env.DATABASE_URL, VANG_DATA: process.env.VANG_DATA };
const operator = await makeTerminalOperator();

/** The program on one installation: with modules of its own, which open that database and these objects. */
async function open(directory: string) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "secrets.json"), "{}");
  const database = await ensureDatabase({ directory: join(directory, "postgres") });
  Object.assign(process.env, { DATABASE_URL: database.url, VANG_DATA: directory });
  for (const name of Object.keys(globalThis))
    if (/^vang (?!speech pool)/.test(name)) Reflect.deleteProperty(globalThis, name);
  vi.resetModules();
  await (await import("@/lib/server/prepare-database")).prepareDatabase(database);
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  const modules = {
    ...(await import("@/lib/platform/db")),
    ...(await import("@/prisma/factories")),
    ...(await import("@/prisma/speech-factories")),
    ...(await import("@/prisma/staff-factories")),
    ...(await import("@/prisma/webhook-factories")),
    ...(await import("@/testing/harness/find-live-key")),
    ...(await import("@/testing/harness/api")),
    ...(await import("@/lib/keys/service")),
    ...(await import("@/lib/keys/rotate")),
    ...(await import("@/lib/speech/history/ingest")),
    ...(await import("@/lib/engines/audio/signed-urls")),
    ...(await import("@/lib/speech/retention/erase")),
    ...(await import("@/lib/speech/retention/receipt")),
    ...(await import("@/lib/speech/retention/sweep")),
    ...(await import("@/lib/platform/objects/open")),
    ...(await import("@/lib/businesses/members/change")),
    ...(await import("@/lib/businesses/members/invite")),
    ...(await import("@/lib/people/account/delete-account")),
    ...(await import("@/lib/money/claims/service")),
    ...(await import("@/lib/access/businesses/suspension/operate")),
    ...(await import("@/lib/access/staff")),
    ...(await import("@/lib/access/sessions/service")),
    ...(await import("@/lib/access/audit/verify")),
    ...(await import("@/lib/money/wallet/books/differences")),
  };
  const close = async () => {
    await owner.end();
    await modules.closeDatabase();
    await database.stop();
  };
  return { ...modules, asOwner: (statement: string) => owner.query(statement), close };
}

type Program = Awaited<ReturnType<typeof open>>;

/** Four of each, of which the first stays. `third` waits to be recorded, and `fourth` is in the dead letters. */
async function fill(program: Program) {
  const { db, makeMember, makeViewer, makeSpoken } = program;
  const owner = await makeMember();
  const { businessId } = owner;
  const caller = await program.makeCaller({ businessId });
  const key = () => program.createKey(owner, program.makeKeySettings());
  const keys = [await key(), await key(), await key(), await key()] as const;
  const result = () => makeSpoken(caller, "Xin chào", { metadata: { order: "7" } });
  const results = [await result(), await result(), await result(), await result()] as const;
  for (const payload of results.slice(0, 2)) await program.ingest([{ key: payload.trackingId, payload, attempts: 0 }]);
  const endpoint = await program.makeEndpoint(owner);
  for (const { trackingId: objectId } of results.slice(0, 2)) {
    const delivery = await program.makePastDelivery(endpoint, { eventType: "tts.completed", objectId });
    await program.makeAttempts(delivery, [{ responseBody: `received ${objectId}` }]);
  }
  for (const [index, payload] of results.slice(2).entries()) {
    const failedAt = index === 1 ? new Date() : null;
    await db.streamMessage.create({ data: { topic: "speech.finished", key: payload.trackingId, payload, failedAt } });
  }
  const leaver = await makeViewer();
  const alone = await makeMember({ userId: leaver.userId });
  await makeMember({ userId: leaver.userId, businessId, role: "viewer" });
  const suspended = await makeMember();
  await program.inviteMember(suspended, { email: leaver.email, role: "viewer" });
  const claim = { transferredAt: new Date(), reference: "FT1", note: leaver.email, amountVnd: 10_000 };
  const asLeaver = { ...owner, userId: leaver.userId };
  await program.writeAsMember(asLeaver, await program.createClaim(asLeaver, claim), leaver.email);
  await program.inviteMember(owner, { email: "lan@example.com", role: "viewer" });
  const colleague = await makeMember({ businessId, role: "admin" });
  const staff = await program.makeStaff("support");
  return { owner, colleague, leaver, alone, staff, keys, results, suspended };
}

let before: Awaited<ReturnType<typeof fill>>;
let rotated: string;
let receipts: unknown[];
let restored: Restored;
let program: Program;
let api: Awaited<ReturnType<Program["startApi"]>>;

/** Ends what `fill` made, after the backup. */
async function end(on: Program, { owner, colleague, leaver, staff, keys, results, suspended }: typeof before) {
  await on.revokeKey(owner, keys[1].id);
  rotated = (await on.rotateKey(owner, keys[2].id, "0")).secret;
  await on.rotateKey(owner, keys[3].id, "24");
  await on.endOldSecret(owner, keys[3].id);
  const [, , third] = results;
  await on.ingest([{ key: third.trackingId, payload: third, attempts: 0 }]);
  await on.db.streamMessage.deleteMany({ where: { key: third.trackingId } });
  receipts = [];
  for (const { trackingId } of results.slice(1)) receipts.push(await on.eraseResult(owner, trackingId));
  await on.removeMember(owner, colleague.userId);
  await on.deleteAccount(leaver, leaver.email);
  const { email } = await on.db.user.findUniqueOrThrow({ where: { id: staff.userId } });
  await on.revokeStaff(operator, email, "left");
  await on.suspendBusiness(operator, await on.getBusiness(suspended.businessId), "Chờ xác minh");
  const [invitation] = await on.listInvitations(owner);
  await on.cancelInvitation(owner, invitation?.id ?? "");
  const changed = { passwordHash: "the new one", passwordChangedAt: new Date() };
  await on.db.user.update({ where: { id: owner.userId }, data: changed });
  // As a later release has it.
  await on.asOwner("ALTER TABLE api_keys ADD later text NOT NULL DEFAULT ''; ALTER TABLE users ADD later int");
}

beforeAll(async () => {
  const original = await open(data);
  before = await fill(original);
  await createBackup(data, archive, { objects: "included" });
  await end(original, before);
  await original.close();
  restored = await restoreBackup(archive, data);
  program = await open(data);
  api = await program.startApi();
}, 300_000);

afterAll(async () => {
  await api?.close();
  await program?.close();
  Object.assign(process.env, ofFile);
}, 60_000);

test("a key that was revoked, rotated out or ended since the backup is rejected after a restore in its place", async () => {
  const { keys } = before;
  for (const { secret } of keys.slice(1))
    await expect(program.findLiveKey(secret)).rejects.toMatchObject({ code: "KEY_INVALID" });
  expect(await program.findLiveKey(keys[0].secret)).toMatchObject({ keyId: keys[0].id });
  expect(await program.findLiveKey(rotated)).toMatchObject({ keyId: keys[2].id });
});

test("a result that was erased since the backup is unreadable in every way, and its receipt is found and proves true", async () => {
  const { owner, results } = before;
  const key = before.keys[0].secret;
  const link = ({ audioObject, expiresAt }: (typeof results)[number]) =>
    program.signAudioPath(audioObject ?? "", new Date(expiresAt));
  expect((await api.get(link(results[0]))).status).toBe(200);
  // The third is recorded only now.
  const { trackingId } = results[2];
  await expect.poll(() => program.db.job.count({ where: { trackingId } }), { timeout: 20_000 }).toBe(1);
  for (const [index, result] of results.slice(1).entries()) {
    expect((await api.get(link(result))).status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify((await api.get(`/ai/tts/${result.trackingId}`, key)).json)).not.toContain("Xin chào");
    const receipt = await program.findReceipt(owner.businessId, result.trackingId);
    expect(receipt).toEqual(receipts[index]);
    expect(program.verifyReceipt(receipt)).toBe(true);
  }
  expect((await api.get(`/ai/tts/${results[1].trackingId}`, key)).json.code).toBe("RESULT_EXPIRED");
  for (const { trackingId } of results.slice(1, 3))
    expect(await program.db.job.findUnique({ where: { trackingId } })).toMatchObject({ metadata: null, spark: null });
  const ofErased = { objectId: { in: results.slice(1, 3).map((result) => result.trackingId) } };
  expect(JSON.stringify(await program.db.event.findMany({ where: ofErased }))).not.toContain("order");
  const responses = await program.db.webhookAttempt.findMany({ where: { responseBody: { startsWith: "received" } } });
  expect(responses.map(({ responseBody }) => responseBody)).toEqual([`received ${results[0].trackingId}`]);
  await program.eraseDueContent();
  const [, erased] = results;
  for (const object of [erased.audioObject, erased.contentObject])
    expect(await program.objectStore().open(object ?? "")).toBeNull();
});

test("a member who was removed and an account that was deleted since the backup are so after a restore in its place", async () => {
  const { colleague, leaver, alone, staff } = before;
  const { db } = program;
  expect(await db.membership.findMany({ where: { userId: colleague.userId } })).toEqual([]);
  expect(await db.user.count({ where: { id: colleague.userId } })).toBe(1);
  expect(await db.staffMember.count({ where: { userId: staff.userId } })).toBe(0);
  for (const left of [
    await db.user.count({ where: { id: leaver.userId } }),
    await db.auditDetail.count({ where: { actorId: leaver.userId } }),
    await db.invitation.count({ where: { email: leaver.email } }),
    await db.bankClaim.count({ where: { note: { not: "" } } }),
    await db.claimMessage.count({ where: { text: { not: "" } } }),
  ])
    expect(left).toBe(0);
  expect(await db.business.findUnique({ where: { id: alone.businessId } })).toMatchObject({
    archivedAt: expect.any(Date),
  });
});

test("a suspension, a canceled invitation and a changed password of after the backup hold after a restore in its place", async () => {
  const { owner, suspended } = before;
  const { db } = program;
  const business = { suspendedAt: expect.any(Date), suspendedReason: "Chờ xác minh" };
  expect(await db.business.findUnique({ where: { id: suspended.businessId } })).toMatchObject(business);
  expect(await db.invitation.findMany()).toMatchObject([{ cancelledAt: expect.any(Date) }]);
  expect(await db.user.findUnique({ where: { id: owner.userId } })).toMatchObject({ passwordHash: "the new one" });
});

test("what was repeated is counted, and no audit log or account of the books is broken by it", async () => {
  expect(restored).toMatchObject({ notRepeated: null, unknownAccounts: [] });
  expect(restored.repeated).toMatchObject({
    ...{ deletedAccounts: 1, removedMembers: 1, removedStaff: 1, changedPasswords: 1, canceledInvitations: 1 },
    ...{ suspendedBusinesses: 1, archivedBusinesses: 1, rotatedKeys: 2, formerSecrets: 2, erasedResults: 3 },
  });
  expect((await program.verifyAudit()).breaks).toEqual([]);
  expect(await program.audit()).toEqual([]);
});

test("every restore ends all console sessions", async () => {
  expect(restored.endedSessions).toBeGreaterThanOrEqual(5);
  expect(await program.db.session.count({ where: { revokedAt: null } })).toBe(0);
  expect(await program.findLiveSession(before.owner.sessionId)).toBeNull();
});

const backup = (name: string, directory: string, file: string) => {
  vi.stubEnv("DATABASE_URL", undefined);
  vi.stubEnv("VANG_DATA", directory);
  const found = verbs.find(({ usage }) => usage.startsWith(name)) as { run: (given: unknown) => Promise<unknown> };
  return (found.run({ args: [file], options: {} }) as Promise<{ lines: string[]; data: object }>).finally(() =>
    vi.unstubAllEnvs(),
  );
};

/** How many accounts and memberships are there. */
const countPeople = (directory: string) =>
  inCluster(directory, async (client) => {
    const { rows } = await client.query(
      "SELECT (SELECT count(*)::int FROM users) users, (SELECT count(*)::int FROM memberships) members",
    );
    return rows[0];
  });

test("a restore elsewhere repeats nothing and says what is to be repeated", async () => {
  const { lines, data: printed } = await backup("restore", join(scratch, "elsewhere"), archive);
  expect(printed).toMatchObject({ repeated: null, notRepeated: "no installation was replaced" });
  const { createdAt } = restored;
  expect(lines.join("\n")).toMatch(/All console sessions are ended \(\d+\): everyone signs in again\./);
  expect(lines.join("\n")).toContain(`businesses suspended or archived after ${createdAt} are as they were then`);
  expect(await countPeople(join(scratch, "elsewhere"))).toEqual({ users: 5, members: 5 });
});

test("over an installation that lost or never had the accounts, a restore removes none of them and names them", {
  timeout: 300_000,
}, async () => {
  const [fresh, lost] = [join(scratch, "fresh"), join(scratch, "lost")];
  const database = await ensureDatabase({ directory: join(fresh, "postgres") });
  const { prepareDatabase } = await import("@/lib/server/prepare-database");
  await prepareDatabase(database);
  await database.stop();
  writeFileSync(join(fresh, "secrets.json"), "{}");
  await restoreBackup(archive, lost);
  await inCluster(lost, (client) => client.query("DELETE FROM users"));
  for (const directory of [fresh, lost]) {
    const { lines, data: printed } = await backup("restore", directory, archive);
    expect(printed).toMatchObject({ repeated: { deletedAccounts: 0, removedMembers: 0, removedStaff: 0 } });
    expect(lines.join("\n")).toContain(before.owner.userId);
    expect(lines.join("\n")).toContain("nothing, since there was none");
    expect(await countPeople(directory)).toEqual({ users: 5, members: 5 });
  }
});

test("if the replaced database does not start or lacks a table, the restore goes on and says that nothing was repeated", {
  timeout: 300_000,
}, async () => {
  const broken = join(scratch, "broken");
  await restoreBackup(archive, broken);
  await inCluster(broken, (client) => client.query("DROP TABLE memberships"));
  const lacking = await backup("restore", broken, archive);
  expect(lacking.data).toMatchObject({
    repeated: null,
    notRepeated: expect.stringContaining('"memberships" does not'),
  });

  rmSync(join(broken, "postgres/data/global/pg_control"));
  const { lines, data: printed } = await backup("restore", broken, archive);
  expect(printed).toMatchObject({
    repeated: null,
    notRepeated: expect.stringMatching(/did not start.*before-restore.*log/),
  });
  expect(lines.join("\n")).toContain("repeat that before anyone uses this");
  expect(await countPeople(broken)).toEqual({ users: 5, members: 5 });
});

test("a backup names the files of settings that it lacks because they are outside VANG_DATA", async () => {
  const outside = join(scratch, "engines/engines.json");
  mkdirSync(dirname(outside));
  writeFileSync(outside, "{}");
  vi.stubEnv("VANG_ENGINES", outside);
  vi.stubEnv("VANG_OPERATOR_LOGO", join(data, "logo.svg"));
  const { lines } = await backup("create", data, join(scratch, "again.tar"));
  expect(lines).toContain(`Not in it is the file of VANG_ENGINES (${outside}), outside VANG_DATA: back it up apart.`);
  expect(lines.join("\n")).not.toContain("VANG_OPERATOR_LOGO");
});
