// @module-tag slow
import { spawn } from "node:child_process";
import { once } from "node:events";
import { generateSync } from "otplib";
import pg from "pg";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { getInvoiceDetails, setInvoiceDetails, taxCodeContext } from "@/lib/money/invoices/details/service";
import { operateFromTerminal } from "@/lib/operator/cli/cli";
import { issueRecoveryCodes, takeRecoveryCode } from "@/lib/people/two-factor/recovery-codes";
import { verifyTotp } from "@/lib/people/two-factor/totp";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { emailKind, postMail } from "@/lib/platform/mail/post";
import { enqueueAll } from "@/lib/platform/outbox/enqueue";
import { decodePayload } from "@/lib/platform/outbox/kind";
import { makeConfirmedApp, makeMember, makeViewer } from "@/prisma/factories";
import { buildChild } from "@/scripts/bundle.mjs";
import { newKey, restartWithKeys } from "@/testing/harness/encryption-keys";
import { mailsTo } from "@/testing/harness/mailbox";
import { taxCodes } from "./kinds";
import { reencrypt } from "./reencrypt";

const [former, first, second] = [newKey(), newKey(), newKey()];
const program = ".build/reencrypt-child.mjs";
const details = {
  legalName: "Công ty Sách Nói",
  taxCode: "0314409058",
  address: "12 Nguyễn Huệ",
  email: "a@example.com",
};

beforeAll(async () => {
  await buildChild("reencrypt-child");
});
beforeEach(() => restartWithKeys({ 1: first }));
afterEach(async () => {
  vi.restoreAllMocks();
  await db.outboxMessage.deleteMany();
  await db.encryptionKey.deleteMany();
  await db.invoiceDetails.deleteMany();
  await db.refundRequest.deleteMany();
  await db.totpFactor.deleteMany();
  await db.recoveryCode.deleteMany();
});

/** One value of each kind, written under the keys of now, and a test that each is readable. */
async function writeOfEachKind() {
  const member = await makeMember();
  await setInvoiceDetails(member, details);
  const { userId, secret } = await makeConfirmedApp();
  const viewer = await makeViewer({ userId });
  const codes = await db.$transaction((tx) => issueRecoveryCodes(tx, userId));
  const to = `${newId("user")}@example.com`;
  await postMail(db, { to, subject: "Chào bạn", text: "Một lá thư", html: "" });
  const prover = { userId, device: viewer.device };
  const now = clock.now();
  const payee = { purpose: "refund payee", owner: newId("refund") };
  const request = { id: payee.owner, businessId: member.businessId, amountMilli: 1000n, createdAt: now };
  const paid = { ...request, id: newId("refund"), status: "paid", encryptedPayee: "" };
  await db.refundRequest.createMany({
    data: [{ ...request, status: "open", encryptedPayee: encrypt("Công ty Sách Nói", payee) }, paid],
  });
  return {
    member,
    takeCode: () => takeRecoveryCode(viewer, codes.pop() ?? "", { acceptsNew: true }),
    async expectReadable() {
      expect(await getInvoiceDetails(member)).toEqual(details);
      const code = generateSync({ secret, epoch: Math.floor(+clock.now() / 1000) });
      await expect(verifyTotp(prover, code)).resolves.toBeUndefined();
      await this.takeCode();
      const { encryptedPayee } = await db.refundRequest.findUniqueOrThrow({ where: { id: payee.owner } });
      expect(decrypt(encryptedPayee, payee)).toBe("Công ty Sách Nói");
      expect(await mailsTo(to)).toHaveLength(1);
    },
  };
}

async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((line) => said.push(String(line)) > 0);
  const code = await operateFromTerminal(["encryption", "reencrypt", ...args]);
  vi.restoreAllMocks();
  return { code, said: said.join("") };
}

const writeMails = (count: number) => {
  const payload = { to: "a@example.com", subject: "Chào", text: "", html: "" };
  return enqueueAll(db, emailKind, Array<object>(count).fill({ target: "a", payload }) as never);
};

const mailsUnder = (version: number) => db.outboxMessage.count({ where: { payload: { startsWith: `v${version}.` } } });

test("after a new version, the command and the removal of the old version every kind of value is readable", async () => {
  const written = await writeOfEachKind();
  restartWithKeys({ 1: first, 2: second });
  const { code, said } = await run();
  expect(said).toMatch(/tax codes: 1 encrypted under version 2, 0 could not be\n/);
  expect(said).toMatch(/authenticator seeds: 1 encrypted[^\n]*\nrecovery codes: 10 encrypted[^\n]*\noutbox, email: 1 /);
  expect(code).toBe(0);
  expect((await run()).said).toMatch(/tax codes: 0 encrypted under version 2, 0 could not be\n/);

  restartWithKeys({ 2: second });
  await written.expectReadable();
});

test("values of a former NEXTAUTH_SECRET are readable, and need it no more afterwards but for recovery codes", async () => {
  restartWithKeys({ 0: former });
  const written = await writeOfEachKind();
  restartWithKeys({ 0: former, 1: first });
  await written.takeCode();
  const { code, said } = await run();
  expect(said).toMatch(/recovery codes: 0 encrypted[^\n]*\n {2}9 unused ones stay under version 0/);
  expect(code).toBe(0);

  restartWithKeys({ 1: first });
  expect(await getInvoiceDetails(written.member)).toEqual(details);
  await expect(written.takeCode()).rejects.toMatchObject({ code: "FORBIDDEN" });
  restartWithKeys({ 0: former, 1: first });
  await written.expectReadable();
});

test("before a return to the previous release values can be encrypted under NEXTAUTH_SECRET again", async () => {
  const written = await writeOfEachKind();
  const { code, said } = await run("--to", "0");
  expect(said).toMatch(/tax codes: 1 encrypted under version 0, 0 could not be\n/);
  expect(said).toMatch(/recovery codes: 0 encrypted under version 0, 10 could not be\n/);
  expect(code).toBe(1);
  const { encryptedTaxCode } = await db.invoiceDetails.findFirstOrThrow();
  expect(encryptedTaxCode).not.toContain(".");
  await written.expectReadable();
});

test("a version that is gone is named with each row that needs it, and nothing of it is overwritten", async () => {
  await writeMails(30);
  const before = await db.outboxMessage.findMany({ orderBy: { id: "asc" } });
  restartWithKeys({ 2: second });
  await writeMails(1);
  const { code, said } = await run();
  expect(code).toBe(1);
  expect(said).toContain("outbox, email: 0 encrypted under version 2, 30 could not be\n");
  expect(said).toContain(`  ${before[0]?.id}: version 1 of the encryption key is not in VANG_ENCRYPTION_KEYS\n`);
  expect(said).toContain("  and 10 more\n");
  expect(await db.outboxMessage.findMany({ orderBy: { id: "asc" }, take: 30 })).toEqual(before);
});

test("a key that is not the one the database knows under its number stops the command before it writes", async () => {
  await writeMails(1);
  expect((await run()).code).toBe(0);
  restartWithKeys({ 1: second, 2: newKey() });
  expect(await run()).toEqual({ code: 1, said: expect.stringContaining("version 1 is not the key") });
  restartWithKeys({ 1: first });
  expect(await run("--to", "7")).toEqual({ code: 1, said: expect.stringContaining("version 7 of the encryption key") });
  expect(await mailsUnder(1)).toBe(1);
});

test("values that were damaged or belong to another row are counted and kept", async () => {
  await writeMails(2);
  const [one, two] = await db.outboxMessage.findMany({ orderBy: { id: "asc" } });
  await db.outboxMessage.update({ where: { id: two?.id ?? "" }, data: { payload: one?.payload ?? "" } });
  restartWithKeys({ 1: first, 2: second });
  const { code, said } = await run();
  expect(code).toBe(1);
  expect(said).toContain("outbox, email: 1 encrypted under version 2, 1 could not be\n");
  expect((await db.outboxMessage.findUniqueOrThrow({ where: { id: two?.id ?? "" } })).payload).toBe(one?.payload);
});

test("killed in the middle and run again, it goes on with what is left", async () => {
  await writeMails(450);
  const middle = await db.outboxMessage.findFirstOrThrow({ orderBy: { id: "asc" }, skip: 230 });
  // Its second batch waits for this row.
  const holder = new pg.Client(env.DATABASE_URL);
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT 1 FROM outbox_messages WHERE id = $1 FOR UPDATE", [middle.id]);

  const keys = `1:${first.toString("base64")},2:${second.toString("base64")}`;
  const settings = { ...process.env, VANG_ENCRYPTION_KEYS: keys };
  const start = () => spawn(process.execPath, [program], { stdio: "inherit", env: settings });
  const killed = start();
  try {
    await expect.poll(() => mailsUnder(2), { timeout: 20_000 }).toBe(200);
  } finally {
    killed.kill("SIGKILL");
    await once(killed, "close");
    await holder.end();
  }

  const again = start();
  expect(await once(again, "close")).toEqual([0, null]);
  expect(await mailsUnder(2)).toBe(450);
  restartWithKeys({ 2: second });
  for (const { id, payload } of await db.outboxMessage.findMany())
    expect(decodePayload(emailKind, id, payload ?? "")).toMatchObject({ to: "a@example.com" });
});

test("a value that another process changes while it is rewritten keeps the change", async () => {
  const member = await makeMember();
  await setInvoiceDetails(member, details);
  const where = { businessId: member.businessId };
  const changed = encrypt("0314409059", taxCodeContext(member.businessId));
  restartWithKeys({ 1: first, 2: second });
  const running = await db.$transaction(async (tx) => {
    await tx.invoiceDetails.update({ where, data: { encryptedTaxCode: changed } });
    const pending = reencrypt(taxCodes, 2);
    // Its update waits for this row, whose former value it has read.
    await expect.poll(waitingUpdates, { timeout: 5000 }).toBe(1);
    return { pending };
  });
  expect(await running.pending).toMatchObject({ rewritten: 1, failures: [], left: 0 });
  const { encryptedTaxCode } = await db.invoiceDetails.findUniqueOrThrow({ where });
  expect(encryptedTaxCode).toMatch(/^v2\./);
  expect(await getInvoiceDetails(member)).toMatchObject({ taxCode: "0314409059" });
});

async function waitingUpdates(): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'UPDATE invoice_details AS t%'`;
  return Number(row?.count);
}

test.each([["--from", "1"], ["--to"], ["--to", "x"], ["1"]])("the arguments %s %s are rejected", async (...args) => {
  expect((await run(...args)).code).toBe(2);
});
