import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { csvLine, csvStart } from "@/lib/platform/csv";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { type AuditEntry, type AuditPage, type AuditQuery, listAudit } from "./list";
import { loadNames, type Names } from "./names";
import { type AuditFilter, auditActions, staffActs } from "./schema";

const csvColumns = [
  "number",
  "time",
  "who",
  "whoId",
  "what",
  "subject",
  "before",
  "after",
  "ip",
  "userAgent",
  "digest",
];

const batchSize = 500;

/** The log as CSV in the reader's language, newest first, streamed, so that memory use is constant. */
export const exportAudit = (member: Member, filter: AuditFilter, locale: Locale): AsyncGenerator<string> =>
  exportEntries(
    (query) => listAudit(member, { ...query, filter }),
    (entries) => loadNames(member, entries),
    locale,
  );

/** Any log as CSV, by functions that read a page of it and the names in that page. */
export async function* exportEntries(
  read: (query: AuditQuery) => Promise<AuditPage>,
  nameIn: (entries: readonly AuditEntry[]) => Promise<Names>,
  locale: Locale,
): AsyncGenerator<string> {
  yield csvStart + csvLine(csvColumns.map((column) => translate(locale, `audit.csv.${column}`)));
  let cursor: string | null | undefined;
  do {
    const page = await read({ cursor, limit: batchSize });
    const names = await nameIn(page.entries);
    yield page.entries.map((entry) => lineOf(entry, names, locale)).join("");
    cursor = page.next;
  } while (cursor);
}

function lineOf(entry: AuditEntry, names: Names, locale: Locale): string {
  const { sequence, at, actorId, action, subject, before, after, ip, userAgent, agent, digest } = entry;
  const isKnown = ([...auditActions, ...staffActs] as readonly string[]).includes(action);
  const what = isKnown ? translate(locale, `audit.actions.${action}`) : action;
  const said = (subject && names.get(subject)) ?? subject;
  const sides = [before, after].map((state) => (state === null ? "" : JSON.stringify(state)));
  // UTC, which every program reads; a spreadsheet shows it in its own time zone.
  const browser = userAgent ?? [agent.browser, agent.system].filter(Boolean).join(", ");
  const where = [ip ?? "", browser, digest];
  return csvLine([
    String(sequence),
    at.toISOString(),
    names.get(actorId) ?? "",
    actorId,
    what,
    said ?? "",
    ...sides,
    ...where,
  ]);
}
