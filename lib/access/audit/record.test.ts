// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { clock, days, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { asOwner } from "@/testing/harness/as-owner";
import { commitmentOf, sweepAuditDetails } from "./details";
import { digestOf, recordAudit } from "./record";

afterEach(() => clock.reset());

const chainOf = (businessId: string) => db.auditEvent.findMany({ where: { businessId }, orderBy: { sequence: "asc" } });

test("fifty writers at once make one chain without a fork", async () => {
  const member = await makeMember();
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      db.$transaction((tx) => recordAudit(tx, member, { action: "key.renamed", after: { index } }), {
        maxWait: 20_000,
      }),
    ),
  );

  const chain = await chainOf(member.businessId);
  expect(chain.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  chain.forEach((link, index) => {
    expect(link.previous).toBe(chain[index - 1]?.digest ?? "");
  });
});

test("an entry says who and what, its digest covers all of it, and where the change came from is stored beside it", async () => {
  const member = await makeMember();
  const change = {
    action: "member.role_changed",
    subject: "usr_1",
    before: { role: "viewer" },
    after: { z: 1, a: null },
  };
  await db.$transaction((tx) => recordAudit(tx, member, change));

  const [stored] = await chainOf(member.businessId);
  const { previous, digest, ...link } = stored as NonNullable<typeof stored>;
  expect(link).toMatchObject({ ...change, actorId: member.userId, format: 2, ip: null, userAgent: null });
  const said = link as Parameters<typeof digestOf>[0];
  expect(digestOf(said, previous)).toBe(digest);
  expect(digestOf({ ...said, commitment: null }, previous)).not.toBe(digest);
  expect(digestOf({ ...said, format: 3 }, previous)).toBeNull();

  const { businessId } = member;
  const details = await db.auditDetail.findFirstOrThrow({ where: { businessId } });
  expect(details).toMatchObject({ ...member.device, sequence: 1n, actorId: member.userId });
  expect(commitmentOf(details)).toBe(link.commitment);
  expect(commitmentOf({ ...details, salt: "another" })).not.toBe(link.commitment);
});

test("an email address is stored beside the chain and nowhere in it", async () => {
  const member = await makeMember();
  const personal = { invitation: { id: "inv_1", email: "lan@example.com" }, after: { email: "ke-toan@example.com" } };
  const change = { action: "member.invited", subject: "inv_1", after: { role: "viewer" }, personal };
  await db.$transaction((tx) => recordAudit(tx, member, change));
  const [event] = await chainOf(member.businessId);
  expect({ ...event, sequence: 1 }).toMatchObject({ subject: "inv_1", after: { role: "viewer" } });
  expect(JSON.stringify({ ...event, sequence: 1 })).not.toContain("@");
  expect(await db.auditDetail.findFirst({ where: { businessId: member.businessId } })).toMatchObject({
    invitationId: "inv_1",
    said: { subject: "lan@example.com", after: { email: "ke-toan@example.com" } },
  });
});

test("an entry without personal data has no details", async () => {
  const { businessId } = await makeMember();
  const system = { businessId, userId: "system", device: { ip: null, userAgent: null } };
  await db.$transaction((tx) => recordAudit(tx, system, { action: "key.leaked" }));
  expect(await chainOf(businessId)).toMatchObject([{ commitment: null }]);
  expect(await db.auditDetail.count({ where: { businessId } })).toBe(0);
});

test("details are deleted after 365 days, and the chain stays", async () => {
  const member = await makeMember();
  await db.$transaction((tx) => recordAudit(tx, member, { action: "key.created" }));
  const kept = () => db.auditDetail.count({ where: { businessId: member.businessId } });
  clock.advance(days(365) - minutes(10));
  await sweepAuditDetails();
  expect(await kept()).toBe(1);
  clock.advance(minutes(20));
  await sweepAuditDetails();
  expect(await kept()).toBe(0);
  expect(await chainOf(member.businessId)).toHaveLength(1);
});

test("a change that is rolled back leaves no entry", async () => {
  const member = await makeMember();
  const failing = db.$transaction(async (tx) => {
    await recordAudit(tx, member, { action: "key.created" });
    throw new Error("something else went wrong");
  });
  await expect(failing).rejects.toThrow("something else went wrong");
  expect(await chainOf(member.businessId)).toEqual([]);
});

const denied = /permission denied for table audit_events/;

test("the database itself rejects changing or deleting a link", async () => {
  const member = await makeMember();
  await db.$transaction((tx) => recordAudit(tx, member, { action: "key.created" }));
  await expect(db.auditEvent.updateMany({ data: { action: "key.revoked" } })).rejects.toThrow(denied);
  await expect(db.auditEvent.deleteMany()).rejects.toThrow(denied);
  await expect(db.$executeRaw`TRUNCATE audit_events`).rejects.toThrow(denied);
  for (const change of [
    "UPDATE audit_events SET action = 'key.revoked'",
    "DELETE FROM audit_events",
    "TRUNCATE audit_events",
  ])
    await expect(asOwner((client) => client.query(change))).rejects.toThrow("audit_events is written once");
});
