import { type Figure, ms, timeMs } from "@/bench/support/measure";
import { digestOf, type Link } from "@/lib/access/audit/record";
import { type ChainResult, verifyAudit } from "@/lib/access/audit/verify";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

const links = 1_000_000;
const perChain = 100_000;
const batchSize = 5000;

/** A log of a million entries, each a role change by someone in a browser, in ten businesses. */
export default async function bench(): Promise<Figure[]> {
  for (let chain = 0; chain < links / perChain; chain += 1) await write(newId("business"));
  const before = process.cpuUsage();
  let verdict: ChainResult | undefined;
  const took = await timeMs(async () => {
    verdict = await verifyAudit();
  });
  const usedMs = process.cpuUsage(before).user / 1000;
  const isWhole = verdict?.links === links && verdict.breaks.length === 0;
  return [
    { what: "entries verified", value: String(verdict?.links), target: "1000000, all whole", met: isWhole },
    { what: "time to verify them", value: ms(took), target: "≤ 60 s", met: took <= 60_000 },
    { what: "processor time of it, but for the database's", value: ms(usedMs) },
  ];
}

async function write(businessId: string) {
  let previous = "";
  for (let from = 1; from <= perChain; from += batchSize) {
    const rows = Array.from({ length: batchSize }, (_, index) => {
      const link = makeLink(businessId, BigInt(from + index));
      const row = { ...inColumns(link), previous, digest: digestOf(link, previous) ?? "" };
      previous = row.digest;
      return row;
    });
    const insert = "INSERT INTO audit_events SELECT * FROM jsonb_populate_recordset(NULL::audit_events, $1)";
    await sql("insert-links", insert, [JSON.stringify(rows)]);
  }
  await sql("insert-head", "INSERT INTO audit_heads VALUES ($1, $2, $3)", [businessId, perChain, previous]);
}

const makeLink = (businessId: string, sequence: bigint): Link => ({
  businessId,
  sequence,
  at: clock.now(),
  actorId: "usr_0akjd3pgp8r1h5vtb2n8q4m6c0",
  action: "member.role_changed",
  subject: "usr_0akjd3pgp8r1h5vtb2n8q4m6c1",
  before: { role: "viewer" },
  after: { role: "developer" },
  format: 2,
  commitment: "hB0Xb1sUxq7k9vJm2t5w8z_A1cE4gH6jK8mN0pQ2rSt",
  ip: null,
  userAgent: null,
});

const inColumns = ({ businessId, sequence, at, actorId, userAgent, ...rest }: Link) => ({
  ...rest,
  business_id: businessId,
  sequence: String(sequence),
  at: at.toISOString(),
  actor_id: actorId,
  user_agent: userAgent,
});
