import { asOwner } from "@/bench/support/as-owner";
import { type Figure, percentile, timeMs } from "@/bench/support/measure";
import { pinApart } from "@/bench/support/pin";
import { hot, sql, withOwnConnection } from "@/lib/db";
import { listJobs } from "@/lib/history/list";
import { findJob } from "@/lib/history/lookup";
import type { HistoryFilter } from "@/lib/history/schema";
import type { Caller } from "@/lib/principals/caller";
import type { Member } from "@/lib/principals/member";
import { makeCaller, makeMember } from "@/prisma/factories";

const sizes = [10_000, 1_000_000, 10_000_000];
const turns = 4000;
const filters: HistoryFilter[] = [
  {},
  { service: "stt" },
  { status: "failed" },
  { from: "2026-01-01", to: "2026-01-02" },
];

/**
 * The cost of a lookup and of the first page of the history as the table grows, in milliseconds: for old calls, whose
 * pages the database reads from the operating system's cache, and once the table is in its own memory.
 */
export default async function bench(): Promise<Figure[]> {
  // Programs that wait for each other differ by half depending on whether they share a core.
  pinApart();
  const member = await makeMember();
  const caller = await makeCaller({ businessId: member.businessId });
  const measured: { asleep: Timed; lookup: Timed; page: number[] }[] = [];
  try {
    let rows = 0;
    for (const size of sizes) {
      await generate(caller, rows, size);
      rows = size;
      const asleep = await timeLookups(caller, size);
      await withOwnConnection((client) => client.query(readThrough));
      measured.push({ asleep, lookup: await timeLookups(caller, size), page: await timePages(member) });
    }
  } finally {
    await withOwnConnection((client) => client.query("DELETE FROM jobs WHERE business_id = $1", [member.businessId]));
  }
  const [small, large] = [measured[0], measured.at(-1)];
  if (!small || !large) throw new Error("nothing was measured");
  const ranks = [50, 99];
  const lookups = (["lookup", "asleep"] as const).flatMap((what) =>
    ranks.map((rank) => {
      const times = ({ [what]: { lookup, bare } }: typeof small) =>
        percentile(lookup, rank / 100) / percentile(bare, rank / 100);
      const name = what === "lookup" ? "lookup" : "lookup from the system's memory";
      const [few, many] = [times(small), times(large)];
      return {
        what: `${name}, p${rank} (${ms(percentile(large[what].lookup, rank / 100))}) of a bare statement (${few.toFixed(2)} at 10,000)`,
        value: many.toFixed(2),
        target: "≤ 1.2 ×",
        met: many <= few * 1.2,
      };
    }),
  );
  const pages = ranks.map((rank) => {
    const [few, many] = [percentile(small.page, rank / 100), percentile(large.page, rank / 100)];
    return {
      what: `first page, four filters, p${rank} at 10,000,000 rows (${ms(few)} at 10,000)`,
      value: ms(many),
      target: "≤ 1.2 ×",
      met: many <= few * 1.2,
    };
  });
  return [...lookups, ...pages];
}

// By primary key, since sequential scans do not keep pages in the cache.
const readThrough = `SET enable_seqscan = off; SET enable_bitmapscan = off;
  SELECT sum(file_size_bytes) FROM jobs WHERE tracking_id > 'tts_'`;

const idOf = (number: number) => `tts_${String(number).padStart(26, "0")}`;

async function generate({ businessId, keyId }: Caller, from: number, to: number): Promise<void> {
  const insert = `INSERT INTO jobs (tracking_id, business_id, key_id, service, region, status, model_id, voice_id, amount_milli,
      audio_duration, file_size_bytes, processing_time_ms, created_at, expires_at, erased_at)
    SELECT 'tts_' || lpad(n::text, 26, '0'), $1, $2, (CASE WHEN n % 5 = 0 THEN 'stt' ELSE 'tts' END)::"Service", 'VN',
      (CASE WHEN n % 50 = 1 THEN 'failed' ELSE 'completed' END)::"JobStatus", 'vang-espeak', 'north-linh', 5100, 1, 20000, 90,
      timestamptz '2026-01-01' + n * interval '25 seconds', now(), now()
    FROM generate_series($3::int, $4::int) AS n`;
  await asOwner(async (client) => {
    await client.query(insert, [businessId, keyId, from + 1, to]);
    await client.query("VACUUM ANALYZE jobs");
    // Pending writes must not disturb the reads.
    await client.query("CHECKPOINT");
  });
}

/** A statement that reads nothing, alternating on the same connection: a slow period of the machine affects both. */
type Timed = { lookup: number[]; bare: number[] };

async function timeLookups(caller: Caller, size: number): Promise<Timed> {
  const timed: Timed = { lookup: [], bare: [] };
  for (let turn = 0; turn < turns * 1.25; turn++) {
    // Every fifth is of the other service.
    const number = Math.floor(Math.random() * (size / 5)) * 5 + 1;
    const lookup = await timeMs(() => findJob(caller, "tts", idOf(number)));
    const bare = await timeMs(() => sql("bench-bare", "SELECT $1::text", [idOf(number)], hot));
    if (turn < turns / 4) continue;
    timed.lookup.push(lookup);
    timed.bare.push(bare);
  }
  return timed;
}

async function timePages(member: Member): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < 400; turn++) {
    const started = performance.now();
    await listJobs(member, { filter: filters[turn % filters.length] });
    if (turn >= 80) times.push(performance.now() - started);
  }
  return times;
}

const ms = (value: number): string => `${value.toFixed(3)} ms`;
