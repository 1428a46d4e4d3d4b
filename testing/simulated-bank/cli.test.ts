// @module-tag slow
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { newMemoCode } from "@/lib/money/top-ups/memo-code";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeBusiness } from "@/prisma/factories";
import { freePort } from "@/scripts/database.mjs";
import { serveHere } from "@/testing/harness/serve-here";

const accountNumber = "0011001932418";
let server: Awaited<ReturnType<typeof serveHere>>;
let bankFromTerminal: typeof import("./cli").bankFromTerminal;

beforeAll(async () => {
  const names = ["SEPAY_API_KEYS", "SEPAY_WEBHOOK_SECRETS", "CASSO_CHECKSUM_KEYS", "PAYOS_CHECKSUM_KEYS"];
  const secrets = Object.fromEntries(names.map((name) => [name, `secret-of-${name}`]));
  const list = { SEPAY_API_TOKEN: "token", SEPAY_API_URL: `http://127.0.0.1:${await freePort()}/v2` };
  server = await serveHere({ ...secrets, ...list, BANK_ACCOUNTS: `970436:${accountNumber}:CONG TY VANG` });
  ({ bankFromTerminal } = await import("./cli"));
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

async function run(...args: string[]) {
  const lines: string[] = [];
  const write = (line: string | Uint8Array) => lines.push(String(line)) > 0;
  vi.spyOn(process.stdout, "write").mockImplementation(write);
  vi.spyOn(process.stderr, "write").mockImplementation(write);
  const code = await bankFromTerminal(args);
  vi.restoreAllMocks();
  return { code, said: lines.join("") };
}

async function makeTopUp() {
  const { id: businessId } = await makeBusiness();
  const code = newMemoCode();
  const at = { createdAt: clock.now(), expiresAt: new Date(+clock.now() + hours(24)) };
  const row = { id: newId("topUp"), businessId, method: "bank_transfer", amountVnd: 200_000n, code, accountNumber };
  await db.topUp.create({ data: { ...row, ...at } });
  const available = () => db.walletAccount.findFirstOrThrow({ where: { businessId, kind: "available" } });
  return { code, balanceVnd: async () => (await available()).balanceMilli / 1000n };
}

test("a transfer without a code, sent twice, is one unmatched transfer", async () => {
  expect((await run("pay", "--amount", "50000", "--via", "sepay", "--auth", "hmac", "--twice")).code).toBe(0);
  await expect.poll(() => db.bankNotification.count({ where: { status: "done" } }), { timeout: 10_000 }).toBe(2);
  expect(await db.bankTransfer.findMany()).toMatchObject([{ amountVnd: 50_000n, status: "unmatched" }]);
});

test.each(["sepay", "casso", "payos"])("a transfer with a code is credited within seconds via %s", async (via) => {
  const { code, balanceVnd } = await makeTopUp();
  const { said } = await run("pay", "--code", code, "--amount", "200000", "--via", via);
  expect(said).toContain("attempt 1 of 8: 200");
  await expect.poll(balanceVnd, { timeout: 10_000 }).toBe(200_000n);
});

test("all that banks make of a memo is understood, and a transfer that the bank takes back is taken back", async () => {
  const [mangled, reversed] = [await makeTopUp(), await makeTopUp()];
  await run("pay", "--code", mangled.code, "--amount", "10000", "--via", "sepay", "--auth", "key", "--mangle", "all");
  await expect.poll(mangled.balanceVnd, { timeout: 10_000 }).toBe(60_000n);
  await run("pay", "--code", reversed.code, "--amount", "10000", "--via", "casso", "--reverse");
  await expect.poll(() => db.bankTransfer.count({ where: { status: "reversed" } }), { timeout: 10_000 }).toBe(1);
  expect(await reversed.balanceVnd()).toBe(0n);
});

test("the code of each memo is printed, or a dash", async () => {
  const file = join(process.env.VANG_DATA ?? "", "memos.txt");
  writeFileSync(file, "LN7K2M9QX5\nchuyen tien\nct den ln7k 2m9qx5 gd 1\nLN9X4C7WE2\n");
  expect(await run("memo", "--file", file)).toEqual({ code: 0, said: "LN7K2M9QX5\n-\nLN7K2M9QX5\n-\n" });
});

test("--help prints the usage, and a reversal that the provider cannot report is rejected before anything is paid", async () => {
  expect(await run("--help")).toMatchObject({ code: 0, said: expect.stringContaining("npm run bank -- pay") });
  const refused = await run("pay", "--amount", "10000", "--via", "payos", "--reverse");
  expect(refused).toEqual({ code: 2, said: "payOS reports no outgoing transfers: use another provider.\n" });
});

test("unknown arguments are explained", async () => {
  expect((await run("pay", "--amount", "0")).code).toBe(2);
  expect((await run("pay", "--amount", "1", "--via", "momo")).said).toContain("npm run bank -- pay");
  expect((await run("rob")).said).toContain("npm run bank -- pay");
});

test("where no server answers nothing is paid, and the address is named", async () => {
  await server.close();
  const { code, said } = await run("pay", "--amount", "10000", "--via", "sepay");
  expect([code, said]).toEqual([1, expect.stringContaining("(ECONNREFUSED): start Vang")]);
});

test("for a public address nothing is paid, and --help prints the usage all the same", async () => {
  vi.resetModules();
  vi.stubEnv("VANG_URL", "https://vang.example.com");
  ({ bankFromTerminal } = await import("./cli"));
  expect((await run("pay", "--amount", "10000")).said).toContain("works on this machine only");
  expect(await run("--help")).toMatchObject({ code: 0, said: expect.stringContaining("npm run bank -- pay") });
  vi.unstubAllEnvs();
});
