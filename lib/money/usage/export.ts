import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { formatMilli } from "@/lib/platform/amounts";
import { csvLine, csvStart } from "@/lib/platform/csv";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { getUsage, listKeyNames, type UsageRow } from "./read";
import { countErrors, filterOf, findRange } from "./read-report";
import type { UsageAddress, UsageDimension } from "./schema";

const sumColumns = ["requests", "jobs", "errors", "characters", "seconds", "p50", "p95", "p99", "amount"] as const;

/** The page's figures as CSV in the reader's language, by hour or day and by everything else, streamed. */
export async function* exportUsage(member: Member, address: UsageAddress, locale: Locale): AsyncGenerator<string> {
  const { from, to, step } = findRange(address);
  const mayKeys = can(member.role, "keys:read");
  const names = mayKeys ? await listKeyNames(member.businessId) : null;
  const by: UsageDimension[] = [
    step,
    "service",
    "model",
    "voice",
    ...(mayKeys ? (["key"] as const) : []),
    "api",
    "region",
    "result",
  ];
  const heads = [...by.flatMap((name) => (name === "key" ? ["key", "keyId"] : [name])), ...sumColumns];
  yield csvStart + csvLine(heads.map((name) => translate(locale, `usage.csv.${name}`)));
  let cursor: string | undefined;
  do {
    const page = await getUsage(member, { from, to, by, filter: filterOf(member, address), cursor });
    yield page.rows.map((row) => lineOf(row, by, names, locale)).join("");
    cursor = page.next ?? undefined;
  } while (cursor);
}

type Names = Awaited<ReturnType<typeof listKeyNames>> | null;

function lineOf(row: UsageRow, by: UsageDimension[], names: Names, locale: Locale): string {
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
