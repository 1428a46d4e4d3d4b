// @module-tag slow
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StaffMember } from "@/lib/access/principals/staff";
import { db } from "@/lib/platform/db";
import { mailboxOf } from "@/lib/platform/mail/mailbox";
import { makeStaff } from "@/prisma/staff-factories";
import { serveHere } from "@/testing/harness/serve-here";
import type { listSetup as ListSetup, SetupRow, testSetup as TestSetup } from "./setup";

const recipients: string[] = [];
let isRefusing = true;

/** A minimal mail server, which at first rejects every recipient. */
async function serveMail(socket: Socket) {
  const say = (line: string) => socket.write(`${line}\r\n`);
  say("220 sink");
  let inBody = false;
  for await (const line of createInterface({ input: socket })) {
    if (inBody && line !== ".") continue;
    inBody = line === "DATA";
    if (line.startsWith("RCPT") && isRefusing) say("550 5.7.1 relaying denied");
    else if (line.startsWith("RCPT")) say(`250 ${recipients.push(line.slice("RCPT TO:".length))}`);
    else say(inBody ? "354 go on" : line === "QUIT" ? "221 bye" : "250 fine");
  }
}

const smtp = createServer((socket) => void serveMail(socket)).listen(0, "127.0.0.1");
let server: Awaited<ReturnType<typeof serveHere>>;
let listSetup: typeof ListSetup;
let testSetup: typeof TestSetup;

beforeAll(async () => {
  if (!smtp.listening) await once(smtp, "listening");
  server = await serveHere({
    SMTP_URL: `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`,
    SEPAY_WEBHOOK_SECRETS: "secret-of-sepay",
    CASSO_CHECKSUM_KEYS: "secret-of-casso",
    SELLER_NAME: "Công ty TNHH Vang",
    SELLER_TAX_CODE: "0314409057",
    SELLER_ADDRESS: "Huế",
  });
  ({ listSetup } = await import("./setup"));
  ({ testSetup } = await import("./setup"));
}, 180_000);
afterAll(async () => {
  await server.close();
  smtp.close();
});

const find = (rows: readonly SetupRow[], part: SetupRow["part"]) => rows.find((row) => row.part === part);

test("two accounts of one mailbox are no second approver", async () => {
  const [one, other] = [await makeStaff("finance"), await makeStaff("finance")];
  await db.user.update({ where: { id: other.userId }, data: { mailbox: mailboxOf(one.email) } });
  expect(find(await listSetup(await makeStaff("support")), "approver")).toMatchObject({
    state: "missing",
    warning: null,
  });
});

test("the page says what is set, what is lacking and what is wrong, and nothing of the secrets", async () => {
  const rows = await listSetup(await makeStaff("support"));
  const states = Object.fromEntries(rows.map(({ part, state }) => [part, state]));
  expect(states).toMatchObject({
    ...{ staff: "missing", approver: "missing", address: "example", seller: "ready", accounts: "example" },
    ...{ sepay: "ready", casso: "ready", payos: "optional", mail: "ready", support: "missing" },
  });
  expect(find(rows, "seller")?.warning).toBe("taxCode");
  expect(JSON.stringify(rows)).not.toContain("secret-of");

  for (const role of ["admin", "finance", "finance"] as const) await makeStaff(role);
  const later = await listSetup(await makeStaff("support"));
  expect([find(later, "staff")?.state, find(later, "approver")?.state]).toEqual(["ready", "ready"]);
});

test("a test email that fails is shown with the server's words until one arrives", async () => {
  const staff = await makeStaff("engineer");
  const failed = testSetup(staff, "mail", "en");
  await expect(failed).rejects.toMatchObject({ id: "operator.errors.testFailed" });
  await expect(failed).rejects.toThrow("relaying denied");
  expect(find(await listSetup(staff), "mail")).toMatchObject({ state: "failing", lastTest: { isOk: false } });

  isRefusing = false;
  await testSetup(staff, "mail", "vi");
  expect(recipients).toEqual([`<${staff.email}>`]);
  expect(find(await listSetup(staff), "mail")).toMatchObject({ state: "ready", lastTest: { isOk: true } });
});

test("a test notification passes the public address, the signature and the worker, and reports no transfer", async () => {
  const staff = await makeStaff("admin");
  for (const what of ["sepay", "casso"] as const) {
    await testSetup(staff, what, "en");
    expect(find(await listSetup(staff), what), what).toMatchObject({ state: "ready", lastTest: { isOk: true } });
  }
  expect(find(await listSetup(staff), "sepay")?.lastVerified).toBeInstanceOf(Date);
  expect(await db.bankTransfer.count()).toBe(0);
  await expect(testSetup(staff, "payos", "en")).rejects.toThrow("no secret is set");
  const acts = await db.platformAuditEvent.findMany({ where: { action: "setup.tested", operator: staff.email } });
  expect(acts).toHaveLength(3);
});

test("support cannot start a test", async () => {
  const support: StaffMember = await makeStaff("support");
  await expect(testSetup(support, "mail", "en")).rejects.toMatchObject({ code: "FORBIDDEN" });
});
