import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { findMemoCodes } from "@/lib/money/top-ups/memo-code";
import { clock, hours, minutes, seconds } from "@/lib/platform/clock";
import { closeDatabase, db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { isLoopback } from "@/lib/platform/net/loopback";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import {
  type NewTransfer,
  newReference,
  openAccountBook,
  type SimulatedTransfer,
  type Via,
  vias,
} from "./account-book";
import { deliver } from "./deliver";
import { mangledMemos } from "./mangled-memo";
import { openBank } from "./open-bank";
import { signNotification } from "./sign-notification";

const usage = `npm run bank                                    serves the bank's page and SePay's list of transfers
npm run bank -- pay --amount <đồng> [--code <memo>] --via sepay|casso|payos
    [--auth key|hmac] [--twice] [--mangle all] [--reverse] [--account <number>]
npm run bank -- outage [--hours 24]             transfers of the last hours that no notification reported
npm run bank -- memo --file <file>              the code in each line, or -`;

class UsageError extends Error {}
/** The installation is not one that the bank can serve. */
class PlaceError extends Error {}

const print = (line: string) => process.stdout.write(`${line}\n`);

const openBook = () => openAccountBook(join(env.VANG_DATA, "simulated-bank.json"));

/**
 * `npm run bank`: a bank and its providers for an installation on this machine, which `prepare` opens. Its exit code is 1
 * when it fails, and 2 for wrong arguments.
 */
export async function bankFromTerminal(args: string[], prepare = async () => {}): Promise<number> {
  try {
    return await run(args, prepare);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const isUsage = error instanceof UsageError || code?.startsWith("ERR_PARSE_ARGS");
    if (!isUsage && !(error instanceof PlaceError)) throw error;
    const parsing = code?.startsWith("ERR_PARSE_ARGS") ? `\n${usage}` : "";
    process.stderr.write(`${message}${parsing}\n`);
    return isUsage ? 2 : 1;
  } finally {
    await closeDatabase();
  }
}

async function run(args: string[], prepare: () => Promise<void>): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      amount: { type: "string" },
      code: { type: "string" },
      via: { type: "string", default: "sepay" },
      auth: { type: "string" },
      account: { type: "string" },
      twice: { type: "boolean" },
      mangle: { type: "string" },
      reverse: { type: "boolean" },
      hours: { type: "string", default: "24" },
      file: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    print(usage);
    return 0;
  }
  const [command, ...others] = positionals;
  const isKnown =
    command === undefined || command === "pay" || command === "outage" || (command === "memo" && values.file);
  if (!isKnown || others.length > 0) throw new UsageError(usage);
  await prepare();
  if (!env.isLocal) throw new PlaceError(`The simulated bank works on this machine only, and VANG_URL is ${env.url}.`);
  if (command === undefined) return serve();
  if (command === "pay") return pay(values);
  if (command === "outage") return outage(Number(values.hours));
  if (command === "memo" && values.file) return printCodes(values.file);
  throw new UsageError(usage);
}

function printCodes(file: string): number {
  const lines = readFileSync(file, "utf8").replace(/\n$/, "").split("\n");
  for (const line of lines) {
    const codes = findMemoCodes(line);
    print(codes.length === 1 ? (codes[0] ?? "-") : "-");
  }
  return 0;
}

type Payment = {
  amount?: string;
  code?: string;
  via: string;
  auth?: string;
  account?: string;
  twice?: boolean;
  mangle?: string;
  reverse?: boolean;
};

async function pay({ via, auth, twice, reverse, ...payment }: Payment): Promise<number> {
  const wanted = vias.find((name) => name === via);
  if (!wanted || !["key", "hmac", undefined].includes(auth)) throw new UsageError(usage);
  if (wanted === "payos" && reverse) throw new UsageError("payOS reports no outgoing transfers: use another provider.");
  const signed = { via: wanted, auth: auth as "key" | "hmac" | undefined };
  const transfers = transfersOf(payment);
  await checkServed();
  const book = openBook();
  const made = await book.add(transfers);
  const returned = reverse ? await book.add(made.map(reversalOf)) : [];
  const results: boolean[] = [];
  for (const transfer of [...made, ...returned])
    for (let times = twice ? 2 : 1; times > 0; times -= 1) results.push(await announce(transfer, signed));
  return results.includes(false) ? 1 : 0;
}

/** A wrong port would only be noticed after all attempts, half an hour later. */
async function checkServed(): Promise<void> {
  await fetch(`${env.url}/health`, { signal: AbortSignal.timeout(seconds(10)) }).catch((error: Error) => {
    const { code = error.name } = (error.cause ?? {}) as { code?: string };
    throw new PlaceError(
      `No server answers at ${env.url} (${code}): start Vang, or set PORT or VANG_URL as it has them.`,
    );
  });
}

function transfersOf({ amount = "", code, account, mangle }: Omit<Payment, "via">): NewTransfer[] {
  if (!/^[1-9]\d{0,12}$/.test(amount) || (mangle !== undefined && mangle !== "all")) throw new UsageError(usage);
  const accountNumber = account ?? env.BANK_ACCOUNTS[0]?.number;
  if (!accountNumber) throw new UsageError("BANK_ACCOUNTS is not set: give the account with --account.");
  const memos = mangle && code ? mangledMemos(code) : [code ?? "chuyen tien"];
  return memos.map((memo) => ({ accountNumber, amountVnd: Number(amount), memo }));
}

const reversalOf = ({ accountNumber, amountVnd, memo, reference }: SimulatedTransfer): NewTransfer => ({
  accountNumber,
  amountVnd,
  memo: `HOAN TRA ${memo}`,
  reference,
  direction: "out",
});

async function announce(transfer: SimulatedTransfer, signed: { via: Via; auth?: "key" | "hmac" }): Promise<boolean> {
  const { direction, amountVnd, memo, reference } = transfer;
  print(`${direction} ${amountVnd} ₫ "${memo}" ${reference} via ${signed.via}`);
  const sign = () => signNotification(transfer, { ...signed, secrets: env });
  const hasArrived = await deliver(env.url, sign, { print: (line) => print(`  ${line}`) });
  if (!hasArrived) print("  given up: only the list shows it");
  return hasArrived;
}

/**
 * One transfer for each waiting top-up, and one without a code, spread over the hours before now. Nothing is sent, since
 * all attempts were made in that time; the list has them.
 */
async function outage(length: number): Promise<number> {
  if (!(length > 0 && length <= 24 * 31)) throw new UsageError(usage);
  const top = env.BANK_ACCOUNTS[0]?.number;
  if (!top) throw new PlaceError("BANK_ACCOUNTS is not set.");
  const waiting = await db.topUp.findMany({
    where: { code: { not: null }, transfers: { none: {} } },
    select: { code: true, amountVnd: true, accountNumber: true },
    take: 200,
  });
  const unannounced = [...waiting, { code: "chuyen tien", amountVnd: 50_000n, accountNumber: top }];
  const now = clock.now().getTime();
  const added = unannounced.map(({ code, amountVnd, accountNumber }, index) => ({
    at: vietnamTime(new Date(now - (hours(length) * (unannounced.length - index)) / unannounced.length)),
    accountNumber: accountNumber ?? top,
    amountVnd: Number(amountVnd),
    memo: code ?? "",
    reference: newReference(),
  }));
  const made = await openBook().add(added);
  print(`${made.length} transfers in the last ${length} hours, ${waiting.length} with the code of a waiting top-up`);
  const bank = await openOwnBank().catch(() => null);
  print(bank ? "serving the list until all are recorded, 15 minutes at most" : "another process serves the list");
  const startedAt = performance.now();
  const missing = async () => made.length - (await countRecorded(made));
  while ((await missing()) > 0 && performance.now() - startedAt < minutes(15)) await sleep(seconds(1));
  await bank?.close();
  const left = await missing();
  print(
    `${made.length - left} of ${made.length} recorded after ${Math.round((performance.now() - startedAt) / 1000)} s`,
  );
  return left === 0 ? 0 : 1;
}

const countRecorded = (made: SimulatedTransfer[]): Promise<number> =>
  db.bankTransfer.count({ where: { reference: { in: made.map(({ reference }) => reference) } } });

function openOwnBank() {
  const { hostname, port } = new URL(env.SEPAY_API_URL);
  if (!isLoopback(hostname) || !env.SEPAY_API_TOKEN)
    throw new PlaceError("SEPAY_API_URL and SEPAY_API_TOKEN are set: the list is read from there.");
  return openBank({ book: openBook(), token: env.SEPAY_API_TOKEN, port: Number(port), pay: payFromPage });
}

async function payFromPage(form: URLSearchParams): Promise<string> {
  const via = vias.find((name) => name === form.get("via")) ?? "sepay";
  try {
    const transfers = transfersOf({ amount: form.get("amount") ?? "", code: form.get("memo") || undefined });
    const made = await openBook().add(transfers);
    for (const transfer of made) void announce(transfer, { via });
    return "Paid";
  } catch (error) {
    if (error instanceof UsageError) return "Enter an amount in whole đồng.";
    throw error;
  }
}

async function serve(): Promise<number> {
  const bank = await openOwnBank();
  print(`the simulated bank is at ${bank.url}, for Vang at ${env.url}`);
  await new Promise((ended) => process.once("SIGINT", ended).once("SIGTERM", ended));
  await bank.close();
  return 0;
}
