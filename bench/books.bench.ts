import { asOwner } from "@/bench/support/as-owner";
import { type Figure, timeMs } from "@/bench/support/measure";
import { bookStatus, inOneSnapshot, watchBooks } from "@/lib/money/wallet/books/audit-books";
import { takeCheckpoint } from "@/lib/money/wallet/books/checkpoint";
import { db, withOwnConnection } from "@/lib/platform/db";

const sizes = [1_000_000, 10_000_000];
const businesses = 2000;
/** As many as an audit reads before it takes a new checkpoint. */
const since = 100_000;
/** The worker's pause between two audits. */
const pauseSeconds = 30;

/** What an audit of the books takes from a checkpoint on and from the beginning, and how soon 1 ₫ too much is found. */
export default async function bench(): Promise<Figure[]> {
  await openBusinesses();
  const figures: Figure[] = [];
  let rows = 0;
  for (const size of sizes) {
    await generate(rows, size - since);
    await db.bookAudit.deleteMany();
    const full = await timeMs(watchBooks);
    if ((await bookStatus()) !== "balanced") throw new Error("the generated books do not balance");
    await withOwnConnection((client) => inOneSnapshot(client, takeCheckpoint));
    await generate(size - since, size);
    rows = size;
    const incremental = await timeMs(async () => {
      const audit = await watchBooks();
      if (audit?.isFull !== false || audit.differences.length > 0) throw new Error("not what is measured");
    });
    const found = await timeToFind();
    const count = size.toLocaleString("en");
    figures.push(
      { what: `audit of ${count} transfers, from the beginning, with their jobs`, value: seconds(full) },
      {
        what: `audit of ${count}, ${since.toLocaleString("en")} of them after the checkpoint`,
        value: seconds(incremental),
        target: "≤ 2 s",
        met: incremental <= 2000,
      },
      {
        what: `1 ₫ too much among ${count} is found and confirmed after at most`,
        value: seconds(found + pauseSeconds * 1000),
        target: "≤ 60 s",
        met: found + pauseSeconds * 1000 <= 60_000,
      },
    );
  }
  return figures;
}

/** For the audit that finds it. It may be planted just after the last one, and then waits for the next. */
async function timeToFind(): Promise<number> {
  const plant = (milli: bigint) =>
    asOwner(async (client) => {
      await client.query("SET session_replication_role = replica");
      await client.query("UPDATE wallet_accounts SET balance_milli = balance_milli + $1 WHERE id = 'acc_0000000007a'", [
        milli,
      ]);
    });
  await plant(1000n);
  const found = await timeMs(watchBooks);
  if ((await bookStatus()) !== "difference") throw new Error("the planted difference was not found");
  await plant(-1000n);
  await watchBooks();
  return found;
}

const openBusinesses = () =>
  asOwner(async (client) => {
    await client.query(
      `INSERT INTO businesses (id, name, slug) SELECT 'biz_' || n, 'Business', 'biz-' || n FROM generate_series(0, $1::int - 1) n`,
      [businesses],
    );
    await client.query(
      `INSERT INTO wallet_accounts (id, business_id, kind)
       SELECT ${accountOf("n", "kind")}, 'biz_' || n, kind::"AccountKind"
       FROM generate_series(0, $1::int - 1) n, unnest(ARRAY['available', 'held']) AS kind`,
      [businesses],
    );
  });

const accountOf = (number: string, kind: string) =>
  `'acc_' || lpad((${number})::text, 10, '0') || CASE ${kind} WHEN 'held' THEN 'b' ELSE 'a' END`;

/** Transfers of these numbers: by turns a hold and its charge, with its job; all of it paid from the bank before. */
async function generate(from: number, to: number): Promise<void> {
  await asOwner(async (client) => {
    // Without the checks of foreign keys, which take longer than all the rest.
    await client.query("SET session_replication_role = replica");
    for (let start = from; start < to; start += 500_000) {
      const range = [start, Math.min(start + 500_000, to) - 1];
      await client.query(transfers, [...range, businesses]);
      await client.query(jobs, [...range, businesses]);
    }
    await client.query(topUps, [`${from}-${to}`, businesses, BigInt(to - from) * 10_000n]);
    await client.query(balances);
    await client.query("VACUUM ANALYZE transfers, jobs, wallet_accounts");
    await client.query("CHECKPOINT");
  });
}

const transfers = `
  INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference, tracking_id)
  SELECT 'trf_' || lpad(n::text, 26, '0'),
    CASE n % 2 WHEN 0 THEN ${accountOf("n / 2 % $3::int", "'available'")} ELSE ${accountOf("n / 2 % $3::int", "'held'")} END,
    CASE n % 2 WHEN 0 THEN ${accountOf("n / 2 % $3::int", "'held'")} ELSE 'acc_revenue' END,
    5100, (CASE n % 2 WHEN 0 THEN 'hold' ELSE 'charge' END)::"TransferKind",
    (CASE n % 2 WHEN 0 THEN 'hold:' ELSE 'charge:' END) || 'tts_' || lpad((n / 2)::text, 26, '0'),
    'tts_' || lpad((n / 2)::text, 26, '0')
  FROM generate_series($1::int, $2::int) n`;

const jobs = `
  INSERT INTO jobs (tracking_id, business_id, key_id, service, region, model_id, amount_milli, audio_duration,
    file_size_bytes, processing_time_ms, created_at, expires_at)
  SELECT 'tts_' || lpad((n / 2)::text, 26, '0'), 'biz_' || n / 2 % $3::int, 'key_1', 'tts', 'VN', 'vang-espeak', 5100, 1,
    20000, 90, now(), now()
  FROM generate_series($1::int, $2::int) n WHERE n % 2 = 1`;

const topUps = `
  INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference)
  SELECT 'trf_' || $1::text || n, 'acc_bank', ${accountOf("n", "'available'")}, $3::bigint, 'top_up', $1::text || n
  FROM generate_series(0, $2::int - 1) n`;

const balances = `
  UPDATE wallet_accounts a SET balance_milli = moved.milli FROM (
    SELECT moved.id, sum(milli)::bigint AS milli FROM transfers,
      LATERAL (VALUES (debit_account_id, -amount_milli), (credit_account_id, amount_milli)) AS moved (id, milli)
    GROUP BY moved.id) AS moved
  WHERE a.id = moved.id AND a.balance_milli <> moved.milli`;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
