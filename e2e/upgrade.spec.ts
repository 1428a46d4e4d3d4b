import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { ensureDatabase } from "@/scripts/database.mjs";
import { newDataDirectory, startOwnServer } from "@/testing/harness/own-server";
import { loadFixture } from "../testing/fixtures/load";
import { expect, test } from "./fixtures";
import { calmMoment, codeOf } from "./oathtool";

test("an installation of 0d340e8e starts on this version and keeps people, keys, results, bank transfers, webhooks, balances and audit chains", {
  tag: "@deep",
}, async ({ browser }) => {
  test.setTimeout(120_000);
  const data = newDataDirectory();
  const facts = await loadFixture(data);
  // Other tests of the same worker have set their own server's database and secrets in its environment.
  const secrets = JSON.parse(readFileSync(join(data, "secrets.json"), "utf8"));
  const settings = { ...secrets, VANG_DATA: data, DATABASE_URL: "", LOG_LEVEL: "warn" };
  const server = await startOwnServer(settings);
  expect(server.process.exitCode, server.output()).toBeNull();

  // Keys and results.
  const get = (path: string, key: string) => fetch(`${server.url}${path}`, { headers: { "x-api-key": key } });
  const spoken = await get(`/tts/jobs?id=${facts.jobs.spoken}`, facts.keys.live);
  expect(spoken.status, `${await spoken.clone().text()} ${server.output()}`).toBe(200);
  const audio = await fetch((await spoken.json()).audioUrl.replace(/^https?:\/\/[^/]+/, server.url));
  expect(audio.status).toBe(200);
  expect((await audio.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  const heard = await (await get(`/stt/jobs?id=${facts.jobs.heard}`, facts.keys.live)).json();
  expect(heard.transcript).toBe(facts.transcript);
  expect((await (await get(`/tts/jobs?id=${facts.jobs.erased}`, facts.keys.live)).json()).code).toBe("RESULT_EXPIRED");
  expect((await get("/tts/voices", facts.keys.rotatedNew)).status).toBe(200);
  const { partner } = facts;
  expect((await get(`/tts/jobs?id=${partner.spoken}`, partner.keys.paying)).status).toBe(200);
  expect((await (await get("/webhooks", partner.keys.webhooks)).json()).webhooks).toMatchObject([
    { id: partner.endpointId },
  ]);
  for (const dead of [facts.keys.revoked, facts.keys.leaked]) expect((await get("/tts/voices", dead)).status).toBe(401);

  // People: a password, and a password with a code.
  const owner = await browser.newPage({ baseURL: server.url, locale: "vi-VN" });
  const givePassword = async (page: typeof owner, email: string) => {
    await page.goto("/sign-in?next=/account/security");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Mật khẩu", { exact: true }).fill(facts.password);
    await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  };
  await givePassword(owner, facts.owner.email);
  await expect(owner).toHaveURL(/account\/security/);
  const admin = await browser.newPage({ baseURL: server.url, locale: "vi-VN" });
  await givePassword(admin, facts.admin.email);
  await calmMoment();
  await admin.getByLabel("Mã xác minh").fill(codeOf(facts.admin.totpSeed));
  await expect(admin).toHaveURL(/account\/security/);

  // Encrypted data in the database is still readable.
  await owner.goto(`/console/${facts.slug}/settings`);
  await expect(owner.locator(`input[value="${facts.taxCode}"]`)).toHaveCount(1);
  await owner.goto(`/console/${facts.slug}/history?job=${facts.jobs.heard}`);
  await expect(owner.getByText(facts.transcript).first()).toBeVisible();

  await owner.goto(`/console/${facts.slug}/history?job=${facts.jobs.spoken}`);
  await expect(owner.getByText(facts.spokenText).first()).toBeVisible();

  // The ledger: every balance is unchanged and equals the sum of its transfers, since nothing was charged.
  const { url } = await ensureDatabase({ directory: join(data, "postgres") });
  const client = new pg.Client(url);
  await client.connect();
  const paid = await client.query("SELECT status, business_id FROM bank_transfers WHERE id = $1", [
    partner.transfers.credited,
  ]);
  expect(paid.rows).toEqual([{ status: "credited", business_id: partner.businessId }]);
  const { rows } = await client.query<{ id: string; balance: string; transfers: string }>(
    `SELECT a.id, a.balance_milli::text AS balance, (SELECT coalesce(sum(CASE WHEN t.credit_account_id = a.id THEN t.amount_milli
       ELSE -t.amount_milli END), 0)::text FROM transfers t WHERE a.id IN (t.debit_account_id, t.credit_account_id)) AS transfers
     FROM wallet_accounts a`,
  );
  await client.end();
  for (const [id, { balanceMilli }] of Object.entries(facts.balances)) {
    expect(rows.find((row) => row.id === id)).toEqual({ id, balance: balanceMilli, transfers: balanceMilli });
  }

  // The books, and the audit chains, compared with the heads that were anchored outside the database.
  const env = { ...process.env, ...settings, NODE_OPTIONS: "" };
  const command = (...args: string[]) => execFileSync("npm", ["run", "--silent", ...args], { encoding: "utf8", env });
  command("books", "--", "--full");
  expect(command("audit")).toContain("all whole");

  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
});
