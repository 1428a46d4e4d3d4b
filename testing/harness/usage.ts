import { dayOf } from "@/lib/keys/expiry";
import { db } from "@/lib/platform/db";

/** A business's usage rows in a fixed order. */
export async function usageOf(businessId: string) {
  const rows = await db.usageDay.findMany({ where: { businessId } });
  return rows.map(({ day, ...row }) => ({ ...row, day: day.toISOString().slice(0, 10) })).sort(byName);
}

/** The same computed from all of its jobs. */
export async function usageOfJobs(businessId: string) {
  const rows = new Map<string, Awaited<ReturnType<typeof usageOf>>[number]>();
  for (const job of await db.job.findMany({ where: { businessId } })) {
    const { keyId, service, modelId, region, amountMilli } = job;
    const place = {
      businessId,
      day: dayOf(job.createdAt),
      keyId,
      service,
      modelId,
      voiceId: job.voiceId ?? "",
      region,
    };
    const zero = { successes: 0, failures: 0, units: 0n, amountMilli: 0n, audioMs: 0n };
    const row = rows.get(nameOf(place)) ?? { ...place, ...zero, latency: Array<number>(32).fill(0) };
    const measured = job.characters ?? Math.ceil(job.audioDuration);
    row.units += BigInt(job.units ?? (amountMilli === 0n ? 0 : measured));
    row.amountMilli += amountMilli;
    row.audioMs += BigInt(Math.round(job.audioDuration * 1000));
    if (job.status === "failed") row.failures++;
    else {
      const steps = Math.ceil(2 * Math.log2(Math.max(10, Number(job.processingTimeMs)) / 10));
      row.latency[Math.min(31, steps)] = (row.latency[Math.min(31, steps)] ?? 0) + 1;
      row.successes++;
    }
    rows.set(nameOf(place), row);
  }
  return [...rows.values()].sort(byName);
}

type Place = { day: string; keyId: string; service: string; modelId: string; voiceId: string; region: string };

const nameOf = ({ day, keyId, service, modelId, voiceId, region }: Place) =>
  [day, keyId, service, modelId, voiceId, region].join(" ");

const byName = (a: Place, b: Place) => (nameOf(a) < nameOf(b) ? -1 : 1);

/** Jobs, characters and charges of a business by hour and result. */
export async function hoursOf(businessId: string) {
  const rows = [
    ...(await db.usageHour.findMany({ where: { businessId } })),
    ...(await db.usageVendorHour.findMany({ where: { businessId } })),
  ];
  return addUp(
    rows.map(({ hour, result, jobs, characters, amountMilli, counts }) => ({
      place: `${hour.toISOString()} ${result}`,
      sums: [jobs, Number(characters), Number(amountMilli), counts.reduce((sum, count) => sum + count, 0)],
    })),
  );
}

/** The same computed from all of its jobs. */
export async function hoursOfJobs(businessId: string) {
  const jobs = await db.job.findMany({ where: { businessId } });
  return addUp(
    jobs.map(({ createdAt, status, resultCode, characters, amountMilli }) => {
      const isDone = status === "completed";
      const hour = `${createdAt.toISOString().slice(0, 13)}:00:00.000Z`;
      const done = isDone ? 1 : 0;
      return {
        place: `${hour} ${isDone ? status : (resultCode ?? "INTERNAL")}`,
        sums: [1, done * (characters ?? 0), Number(amountMilli), done],
      };
    }),
  );
}

function addUp(rows: { place: string; sums: number[] }[]) {
  const found = new Map<string, number[]>();
  for (const { place, sums } of rows) {
    const before = found.get(place) ?? sums.map(() => 0);
    found.set(
      place,
      sums.map((sum, index) => sum + (before[index] ?? 0)),
    );
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
