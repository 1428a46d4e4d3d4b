import { asOwner } from "@/bench/support/as-owner";
import { type Figure, ms, timeMs } from "@/bench/support/measure";
import { enginesReady } from "@/lib/engines/catalogue";
import { priceBackfill } from "@/lib/money/prices/backfill";
import { db } from "@/lib/platform/db";
import { makeBusiness } from "@/prisma/factories";

const rows = 1_000_000;

/** What it costs to name the price of jobs and holds that a previous release left, a turn of the worker at a time. */
export default async function bench(): Promise<Figure[]> {
  const { id } = await makeBusiness();
  await enginesReady();
  await asOwner(async (client) => {
    await client.query(
      `INSERT INTO jobs (tracking_id, business_id, key_id, service, region, model_id, characters, amount_milli,
         audio_duration, file_size_bytes, processing_time_ms, created_at, expires_at)
       SELECT 'tts_0' || lpad(n::text, 25, '0'), $1, 'key_1', 'tts', 'VN', 'vang-espeak', 17, 5100, 1, 1, 1,
         timestamptz '2026-01-02' + n * interval '25 seconds', now() FROM generate_series(1, ${rows}) n`,
      [id],
    );
    await client.query(
      `INSERT INTO holds (tracking_id, business_id, amount_milli, status, created_at, expires_at)
       SELECT tracking_id, business_id, amount_milli, 'captured', created_at, created_at FROM jobs`,
    );
    for (const statement of ["VACUUM ANALYZE jobs", "VACUUM ANALYZE holds", "CHECKPOINT"])
      await client.query(statement);
  });

  const turns: number[] = [];
  const task = priceBackfill();
  const findCursor = async () => (await db.priceBackfill.findUniqueOrThrow({ where: { service: "tts" } })).cursor;
  let [before, cursor] = ["", await findCursor()];
  do {
    turns.push(await timeMs(task));
    [before, cursor] = [cursor, await findCursor()];
  } while (cursor !== before);
  const busyMs = turns.reduce((sum, turn) => sum + turn, 0);
  const unnamed =
    (await db.job.count({ where: { priceId: null } })) + (await db.hold.count({ where: { priceId: null } }));
  return [
    { what: `jobs and their holds a second, of ${rows}`, value: ((rows * 1000) / busyMs).toFixed(0) },
    { what: "longest turn of 4,000", value: ms(Math.max(...turns)), target: "≤ 2 s", met: Math.max(...turns) <= 2000 },
    {
      what: "until all are named, with a second between turns",
      value: `${((busyMs / 1000 + turns.length) / 60).toFixed(1)} min`,
    },
    { what: "left without a price", value: String(unnamed), target: "none", met: unnamed === 0 },
  ];
}
