// @module-tag promise
import { afterEach, expect, test, vi } from "vitest";
import { days } from "@/lib/clock";
import { db } from "@/lib/db";
import { ingest } from "@/lib/history/ingest";
import { vietnamDate, vietnamDay, vietnamTime } from "@/lib/vietnam-time";
import { watchBooks } from "@/lib/wallet/books/watch-books";
import { holdCredit } from "@/lib/wallet/holds";
import { makeBusiness, makeCaller } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { plantBalance } from "@/testing/harness/plant-balance";
import { operateFromTerminal } from "../cli";

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
  await db.bankTransfer.create({ data: { id: "btr_1", dedupeKey: "1", ...transfer, ...rest } });
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
