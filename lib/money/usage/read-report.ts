import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { findRange, listSteps, type ShownRange } from "./find-range";
import { getUsage, type UsageQuestion, type UsageRange, type UsageRow, type UsageSums } from "./read";
import type { UsageAddress, UsageFilter, UsageSplit } from "./schema";

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
};

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
  const split = address.split && (mayKeys || address.split !== "key") ? address.split : mayKeys ? "key" : "service";
  const both = (by: UsageQuestion["by"], before: UsageRange = range.before) =>
    Promise.all(
      [{ from: range.from, to: range.to }, before].map(
        async (days) => (await getUsage(member, { ...days, by, filter })).rows,
      ),
    );
  // The chart shows the period before whole, also the hours that have not begun in this one.
  const { hours: _, ...whole } = range.before;
  const [[total, totalBefore], [steps, stepsBefore], [groups, groupsBefore]] = await Promise.all([
    both([]),
    both([range.step], whole),
    both([split]),
  ]);
  const before = listSteps(range.before, range.step);
  return {
    range,
    filter,
    total: { now: total?.[0] ?? noUsage, before: totalBefore?.[0] ?? noUsage },
    points: listSteps(range, range.step).map((at, index) => ({
      at,
      now: find(steps, range.step, at),
      before: find(stepsBefore, range.step, before[index]),
    })),
    split,
    groups: (groups ?? [])
      .map((row) => ({
        value: row.group[split] ?? "",
        now: row,
        before: find(groupsBefore, split, row.group[split]),
      }))
      .sort((a, b) => Number(b.now.amountMilli - a.now.amountMilli) || b.now.requests - a.now.requests),
  };
}

/** The filter of a URL, without the key for roles that cannot see keys. */
export function filterOf({ role }: Member, { service, model, voice, key, region, result }: UsageAddress): UsageFilter {
  return { service, model, voice, region, result, ...(can(role, "keys:read") && { key }) };
}

const find = (rows: UsageRow[] | undefined, dimension: keyof UsageRow["group"], value: string | undefined): UsageSums =>
  rows?.find(({ group }) => group[dimension] === value) ?? noUsage;

export const countErrors = ({ errors }: UsageSums): number =>
  Object.values(errors).reduce((sum, count) => sum + count, 0);
