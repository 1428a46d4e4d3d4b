import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { clock, days } from "@/lib/platform/clock";
import { vietnamDate, vietnamTime } from "@/lib/platform/vietnam-time";
import { listMetadataKeys, type MetadataKey } from "./metadata-keys";
import { countDays, getUsage, type UsageQuestion, type UsageRange, type UsageRow, type UsageSums } from "./read";
import {
  asMetadataName,
  mostDays,
  mostHourDays,
  type UsageAddress,
  type UsageFilter,
  type UsageSplit,
  type usagePresets,
} from "./schema";

export type Compared = { now: UsageSums; before: UsageSums };

export type UsageReport = {
  range: ShownRange;
  filter: UsageFilter;
  total: Compared;
  /** Every hour or day of the range, also those without a request. */
  points: (Compared & { at: string })[];
  split: UsageSplit;
  /** By the chosen split, the most expensive first. */
  groups: (Compared & { value: string })[];
  /** How many groups are not among these. */
  moreGroups: number;
  /** The keys of metadata that the business chose, which it can be split by too. */
  metadataKeys: MetadataKey[];
};

/** The most groups that the page lists; the file has all. */
const mostGroups = 200;

export const noUsage: UsageSums = {
  requests: 0,
  jobs: 0,
  errors: {},
  characters: 0,
  audioMs: 0,
  amountMilli: 0n,
  latency: null,
};

/** What the usage page shows: a range beside the one before it, over time and by one dimension. */
export async function readReport(member: Member, address: UsageAddress): Promise<UsageReport> {
  const range = findRange(address);
  const filter = filterOf(member, address);
  const mayKeys = can(member.role, "keys:read");
  const metadataKeys = await listMetadataKeys(member.businessId);
  const split = findSplit(address.split, metadataKeys, mayKeys);
  const both = (by: UsageQuestion["by"], before: UsageRange = range.before) =>
    Promise.all([{ from: range.from, to: range.to }, before].map((days) => readAll(member, { ...days, by, filter })));
  // The chart shows the period before whole, also the hours that have not begun in this one.
  const { hours: _, ...whole } = range.before;
  const [[total, totalBefore], [steps, stepsBefore], [groups, groupsBefore]] = await Promise.all([
    both([]),
    both([range.step], whole),
    both([split], asMetadataName(split) === undefined ? range.before : whole),
  ]);
  const before = listSteps(range.before, range.step);
  return {
    range,
    filter,
    total: { now: total?.[0] ?? noUsage, before: totalBefore?.[0] ?? noUsage },
    points: listSteps(range, range.step).map((at, index) => ({
      at,
      now: sumsAt(steps, range.step, at),
      before: sumsAt(stepsBefore, range.step, before[index]),
    })),
    split,
    groups: (groups ?? [])
      .map((row) => ({
        value: row.group[split] ?? "",
        now: row,
        before: sumsAt(groupsBefore, split, row.group[split]),
      }))
      .sort((a, b) => Number(b.now.amountMilli - a.now.amountMilli) || b.now.requests - a.now.requests)
      .slice(0, mostGroups),
    moreGroups: Math.max(0, (groups ?? []).length - mostGroups),
    metadataKeys,
  };
}

/** The split that a URL asks for, if the reader may see it. */
export function findSplit(wanted: UsageSplit | undefined, keys: readonly MetadataKey[], mayKeys: boolean): UsageSplit {
  const name = wanted && asMetadataName(wanted);
  const isThere = name === undefined ? wanted !== "key" || mayKeys : keys.some((key) => key.name === name);
  return wanted && isThere ? wanted : mayKeys ? "key" : "service";
}

/** Every group, also where there are more than one answer has. */
async function readAll(member: Member, question: UsageQuestion): Promise<UsageRow[]> {
  const rows: UsageRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await getUsage(member, { ...question, cursor });
    rows.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (cursor);
  return rows;
}

/** The filter of a URL, without the key for roles that cannot see keys. */
export function filterOf(
  { role }: Member,
  { service, model, voice, key, api, region, result }: UsageAddress,
): UsageFilter {
  return { service, model, voice, api, region, result, ...(can(role, "keys:read") && { key }) };
}

const sumsAt = (
  rows: UsageRow[] | undefined,
  dimension: keyof UsageRow["group"],
  value: string | undefined,
): UsageSums => rows?.find(({ group }) => group[dimension] === value) ?? noUsage;

export const countErrors = ({ errors }: UsageSums): number =>
  Object.values(errors).reduce((sum, count) => sum + count, 0);

type Preset = (typeof usagePresets)[number];

export type ShownRange = UsageRange & {
  preset: Preset | null;
  /** As many days, just before. While the range has not ended, its last day ends at the same hour. */
  before: UsageRange;
  step: "hour" | "day";
  /** Whether the days are few enough for hours, and more than one. */
  canChooseStep: boolean;
};

const plus = (day: string, count: number) => new Date(Date.parse(day) + days(count)).toISOString().slice(0, 10);

function daysOf(preset: Preset, today: string): UsageRange {
  const first = `${today.slice(0, 8)}01`;
  if (preset === "yesterday") return { from: plus(today, -1), to: plus(today, -1) };
  if (preset === "7d") return { from: plus(today, -6), to: today };
  if (preset === "30d") return { from: plus(today, -29), to: today };
  if (preset === "month") return { from: first, to: today };
  if (preset === "last-month") return { from: `${plus(first, -1).slice(0, 8)}01`, to: plus(first, -1) };
  return { from: today, to: today };
}

/** The range that a URL of the page asks for: its days, or its preset, or else the last seven days. */
export function findRange({ range, from, to, step }: UsageAddress): ShownRange {
  const own = from && to && from <= to && countDays({ from, to }) <= mostDays ? { from, to } : null;
  const preset = own ? null : (range ?? "7d");
  const today = vietnamDate(clock.now());
  const chosen = own ?? daysOf(preset ?? "7d", today);
  const count = countDays(chosen);
  const canChooseStep = count > 1 && count <= mostHourDays;
  const usual = count <= 2 ? "hour" : "day";
  return {
    ...chosen,
    preset,
    before: {
      from: plus(chosen.from, -count),
      to: plus(chosen.from, -1),
      ...(chosen.to === today && { hours: Number(vietnamTime(clock.now()).slice(11, 13)) + 1 }),
    },
    step: canChooseStep ? (step ?? usual) : usual,
    canChooseStep,
  };
}

/** The beginnings of all hours or days of a range, as `UsageRow.group` has them. */
export function listSteps(range: UsageRange, step: "hour" | "day"): string[] {
  const listed = Array.from({ length: countDays(range) }, (_, index) => plus(range.from, index));
  if (step === "day") return listed;
  return listed.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, "0")}:00:00+07:00`),
  );
}
