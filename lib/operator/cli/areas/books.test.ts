// @module-tag promise
// @module-tag slow
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { watchBooks } from "@/lib/money/wallet/books/audit-books";
import { holdCredit } from "@/lib/money/wallet/holds";
import { operateFromTerminal } from "@/lib/operator/cli/cli";
import { days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { vietnamDate, vietnamDay, vietnamTime } from "@/lib/platform/vietnam-time";
import { ingest } from "@/lib/speech/history/ingest";
import { makeBusiness, makeCaller } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { openDatabaseLink } from "@/testing/fakes/database-link";
import { asOwner } from "@/testing/harness/as-owner";
import { plantBalance } from "@/testing/harness/plant-balance";

afterEach(() => vi.restoreAllMocks());

async function run(...options: string[]) {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  const code = await operateFromTerminal(["books", ...options]);
  write.mockRestore();
  return { code, lines: lines.map((line) => line.trimEnd()) };
}

test("npm run books prints the trial balance, and exits with 1 on a difference", async () => {
  const { id } = await makeBusiness({ creditMilli: 50_000_500n });
  await watchBooks();
  const { code, lines } = await run();
  expect(code).toBe(0);
  expect(lines.find((line) => line.startsWith(id))).toMatch(/available +50000\.5 VND {2}acc_/);
  expect(lines.find((line) => line.endsWith("acc_promotion"))).toMatch(/promotion +-50000\.5 VND/);
  expect(lines.find((line) => line.includes("all accounts"))).toMatch(/ 0 VND$/);
  const { takenAt } = await db.bookCheckpoint.findFirstOrThrow({ orderBy: { takenAt: "desc" } });
  expect(lines.at(-1)).toContain(`balanced, derived from the checkpoint of ${vietnamTime(takenAt)} (`);

  await plantBalance("kind = 'available' AND business_id = $2", id, 1000n);
  const wrong = await run();
  expect(wrong.code).toBe(1);
  expect(wrong.lines).toContainEqual(
    expect.stringMatching(/^DIFFERENCE acc_\w+: 50001\.5 VND, but its transfers say 50000\.5 VND \(1 VND\)$/),
  );
  expect(wrong.lines).toContain("DIFFERENCE all balances add up to 1 VND instead of zero");
  expect(wrong.lines.at(-1)).toMatch(/^2 differences, derived from the checkpoint/);
  await plantBalance("kind = 'available' AND business_id = $2", id, -1000n);
});

test("npm run books -- --full derives everything from the beginning, and finds a changed checkpoint", async () => {
  const { id } = await makeBusiness({ creditMilli: 1000n });
  const { id: accountId } = await db.walletAccount.findFirstOrThrow({ where: { businessId: id, kind: "available" } });
  await db.bookAudit.deleteMany();
  await db.bookCheckpoint.deleteMany();
  await db.bookCheckpoint.create({ data: { id: "ckp_1", snapshot: "1:1:", takenAt: new Date() } });
  await db.bookBalance.create({ data: { checkpointId: "ckp_1", accountId, balanceMilli: 7n } });

  const { code, lines } = await run("--full");
  expect(code).toBe(1);
  const line = `DIFFERENCE ${accountId} in the checkpoint: 0.007 VND, but its transfers until then say 0 VND (0.007 VND)`;
  expect(lines).toContain(line);
  expect(lines.find((text) => text.endsWith("transfers"))).toMatch(/welcome/);
  expect(lines.at(-1)).toMatch(/derived from the beginning/);
});

test("npm run books compares the ledger with the bank transfers, and these with the bank's list of each day", async () => {
  const at = new Date();
  const date = vietnamDate(at);
  const transfer = { direction: "in", accountNumber: "19001234567890", reference: "FT1", amountVnd: 50_000n };
  const rest = { occurredAt: at, recordedAt: at, encryptedDetails: "", status: "unmatched" };
  await db.bankTransfer.create({ data: { id: "btr_1", ...transfer, ...rest } });
  const day = { accountNumber: "19001234567890", day: vietnamDay(at), checkedAt: at };
  await db.bankDay.create({ data: { ...day, listedVnd: 60_000n, recordedVnd: 50_000n } });
  const { code, lines } = await run();
  expect(code).toBe(1);
  expect(lines).toContainEqual(expect.stringMatching(/bank transfers +50000 VND {2}account 19001234567890$/));
  expect(lines).toContain("DIFFERENCE the ledger has 0 VND in the bank, the bank transfers 50000 VND");
  expect(lines).toContain(
    `DIFFERENCE account 19001234567890 on ${date}: the bank lists 60000 VND, recorded are 50000 VND`,
  );

  const decision = "Giả mạo";
  await db.bankTransfer.update({ where: { id: "btr_1" }, data: { status: "void", decision } });
  await db.bankDay.updateMany({ data: { checkedAt: new Date(at.getTime() - days(8)) } });
  const later = await run();
  expect(later.lines).toContain(`void btr_1: in 50000 VND on ${date}, account 19001234567890: ${decision}`);
  expect(later.lines).not.toContainEqual(expect.stringMatching(/^DIFFERENCE account 19001234567890/));
  expect(later.lines).not.toContainEqual(expect.stringMatching(/^DIFFERENCE the ledger has/));
});

test("npm run books -- --jobs compares each job with its charges, and names a job and a charge that differ", async () => {
  const caller = await makeCaller({ creditMilli: 100_000n });
  const jobs = [makeFinished(caller), makeFinished(caller), makeFinished(caller, { amountMilli: "0" })];
  for (const { trackingId, amountMilli } of jobs)
    await holdCredit({ businessId: caller.businessId, trackingId, amountMilli: BigInt(amountMilli) });
  await ingest(jobs.map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
  expect(await run("--jobs")).toEqual({ code: 0, lines: ["3 jobs, charged 10.2 VND, 0 differences"] });

  const [first, second] = jobs;
  await db.job.update({ where: { trackingId: first?.trackingId }, data: { amountMilli: 5000n } });
  await db.job.delete({ where: { trackingId: second?.trackingId } });
  const { code, lines } = await run("--jobs");
  expect(code).toBe(1);
  expect(lines).toContain(`DIFFERENCE ${first?.trackingId}: 5 VND, but its charges say 5.1 VND (-0.1 VND)`);
  expect(lines).toContain(`DIFFERENCE ${second?.trackingId}: 0 VND, but its charges say 5.1 VND (-5.1 VND)`);
  expect(lines.at(-1)).toBe("2 jobs, charged 10.2 VND, 2 differences");
});

/** Runs the command as an operator does, with another database URL. Returns its exit code and what it wrote to stderr. */
async function runCommand(url: string) {
  const data = mkdtempSync(join(tmpdir(), "vang-books-"));
  const env = { ...process.env, DATABASE_URL: url, VANG_DATA: data, LOG_LEVEL: undefined };
  const child = spawn(process.execPath, ["scripts/operator.mjs", "books"], { env });
  let complaint = "";
  child.stderr.on("data", (chunk) => (complaint += chunk));
  const code = await new Promise((ended) => child.on("close", ended));
  rmSync(data, { recursive: true });
  return { code, complaint };
}

const sentence = /^The database is unavailable, or ended the connection \([^()\n]+\)\. Run the command again [^\n]+\n$/;

test("without a database, and when its connection is ended or cut, npm run books says so in a sentence and exits with 3", async () => {
  expect(await runCommand("postgresql://vang@127.0.0.1:1/vang")).toEqual({
    code: 3,
    complaint: expect.stringMatching(sentence),
  });

  const link = await openDatabaseLink(process.env.DATABASE_URL ?? "");
  for (const end of [
    (pid: number) => asOwner((client) => client.query("SELECT pg_terminate_backend($1)", [pid])),
    () => link.set("cut"),
  ])
    await asOwner(async (client) => {
      await client.query("BEGIN; LOCK TABLE wallet_accounts");
      const running = runCommand(link.url);
      const waiting =
        "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      const find = async () => (await asOwner((other) => other.query<{ pid: number }>(waiting))).rows[0]?.pid;
      await expect.poll(find, { timeout: 50_000 }).toBeDefined();
      await end((await find()) ?? 0);
      expect(await running).toEqual({ code: 3, complaint: expect.stringMatching(sentence) });
    });
  await link.close();
});
