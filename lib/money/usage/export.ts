import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { formatMilli } from "@/lib/platform/amounts";
import { csvLine, csvStart } from "@/lib/platform/csv";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { listMetadataKeys } from "./metadata-keys";
import { getUsage, listKeyNames, type UsageRow } from "./read";
import { countErrors, filterOf, findRange, findSplit } from "./read-report";
import { asMetadataName, type MetadataDimension, type UsageAddress, type UsageDimension } from "./schema";

type UsageRowDimension = UsageDimension | MetadataDimension;

const sumColumns = ["requests", "jobs", "errors", "characters", "seconds", "p50", "p95", "p99", "amount"] as const;

/**
 * The page's figures as CSV in the reader's language, by hour or day and by everything else, streamed; where the page is
 * split by a key of metadata, by that too.
 */
export async function* exportUsage(member: Member, address: UsageAddress, locale: Locale): AsyncGenerator<string> {
  const range = findRange(address);
  const { from, to } = range;
  const mayKeys = can(member.role, "keys:read");
  const split = findSplit(address.split, await listMetadataKeys(member.businessId), mayKeys);
  const metadata = asMetadataName(split) === undefined ? null : (split as MetadataDimension);
  // What is counted by metadata has days only.
  const step = metadata ? "day" : range.step;
  const names = mayKeys ? await listKeyNames(member.businessId) : null;
  const by: UsageRowDimension[] = [
    step,
    ...(metadata ? [metadata] : []),
    "service",
    "model",
    "voice",
    ...(mayKeys ? (["key"] as const) : []),
    "api",
    "region",
    "result",
  ];
  const heads = [...by.flatMap((name) => (name === "key" ? ["key", "keyId"] : [name])), ...sumColumns];
  const headOf = (name: string) => asMetadataName(name) ?? translate(locale, `usage.csv.${name}`);
  yield csvStart + csvLine(heads.map(headOf));
  let cursor: string | undefined;
  do {
    const page = await getUsage(member, { from, to, by, filter: filterOf(member, address), cursor });
    yield page.rows.map((row) => lineOf(row, by, names, locale)).join("");
    cursor = page.next ?? undefined;
  } while (cursor);
}

type Names = Awaited<ReturnType<typeof listKeyNames>> | null;

function lineOf(row: UsageRow, by: UsageRowDimension[], names: Names, locale: Locale): string {
  const { group, requests, jobs, characters, audioMs, latency, amountMilli } = row;
  const cells = by.flatMap((name) => {
    const value = group[name] ?? "";
    if (name !== "key") return [value];
    return [names?.get(value)?.name ?? translate(locale, "history.playgroundKey"), value];
  });
  const counts = [requests, jobs, countErrors(row), characters, audioMs / 1000];
  const times = [latency?.p50, latency?.p95, latency?.p99].map((time) => time ?? "");
  return csvLine([...cells, ...[...counts, ...times].map(String), formatMilli(amountMilli)]);
}
