import { expect, test } from "vitest";
import { db } from "@/lib/db";
import { makeMember } from "@/prisma/factories";
import { digestOf, recordAudit } from "./record";

const chainOf = (businessId: string) => db.auditEvent.findMany({ where: { businessId }, orderBy: { sequence: "asc" } });

test("fifty writers at once make one chain that does not fork", async () => {
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

test("a link says who, what, from where, and its digest covers all of it, as it comes back from the database", async () => {
  const member = await makeMember();
  const change = {
    action: "member.role_changed",
    subject: "usr_1",
    before: { role: "viewer" },
    after: { z: 1, a: null },
  };
  await db.$transaction((tx) => recordAudit(tx, member, change));

  const [link] = await chainOf(member.businessId);
  expect(link).toMatchObject({ ...change, actorId: member.userId, ...member.device });
  const { previous, digest, ...said } = link as NonNullable<typeof link>;
  expect(digestOf(said as Parameters<typeof digestOf>[0], previous)).toBe(digest);
  expect(digestOf({ ...(said as Parameters<typeof digestOf>[0]), ip: "192.0.2.1" }, previous)).not.toBe(digest);
});

test("a change that does not happen leaves no trace in the log", async () => {
  const member = await makeMember();
  const failing = db.$transaction(async (tx) => {
    await recordAudit(tx, member, { action: "key.created" });
    throw new Error("something else went wrong");
  });
  await expect(failing).rejects.toThrow();
  expect(await chainOf(member.businessId)).toEqual([]);
});

test("the database itself refuses to change or take out a link", async () => {
  const member = await makeMember();
  await db.$transaction((tx) => recordAudit(tx, member, { action: "key.created" }));
  await expect(db.auditEvent.updateMany({ data: { action: "key.revoked" } })).rejects.toThrow();
  await expect(db.auditEvent.deleteMany()).rejects.toThrow();
  await expect(db.$executeRaw`TRUNCATE audit_events`).rejects.toThrow();
});
