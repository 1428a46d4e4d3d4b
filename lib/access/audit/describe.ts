import "server-only";
import { sayReason } from "@/lib/access/reasons/say-reason";
import type { Locale } from "@/lib/platform/i18n/locale";
import type { NamedAgent } from "@/lib/platform/net/user-agent";
import type { AuditEntry } from "./list";
import { type Names, namedId } from "./names";

/** One changed field; a side that did not exist is null. */
export type Changed = { field: string; before: string | null; after: string | null };

export type AuditRow = NamedAgent & {
  sequence: string;
  at: Date;
  /** Null for a person or thing that no longer exists. */
  actor: string | null;
  actorId: string;
  action: string;
  subject: string | null;
  changes: Changed[];
  ip: string | null;
};

/** An entry as a page shows it; reasons that were chosen from a list in the language of its reader. */
export function describeEntry(entry: AuditEntry, names: Names, locale: Locale): AuditRow {
  const { sequence, at, actorId, action, subject, before, after, ip, agent } = entry;
  return {
    sequence: String(sequence),
    at,
    actor: names.get(actorId) ?? null,
    actorId,
    action,
    subject: subject && (names.get(subject) ?? subject),
    changes: compare(before, after).map(({ field, ...sides }) => ({
      field: names.get(field) ?? field,
      before: sides.before && nameIds(sides.before, names),
      after: sides.after && (field === "reason" ? sayReason(sides.after, locale) : nameIds(sides.after, names)),
    })),
    ip,
    ...agent,
  };
}

const nameIds = (text: string, names: Names) => text.replace(namedId, (id) => names.get(id) ?? id);

export function compare(before: unknown, after: unknown): Changed[] {
  const [old, young] = [fieldsOf(before), fieldsOf(after)];
  return (
    [...new Set([...old.keys(), ...young.keys()])]
      .map((field) => ({ field, before: old.get(field) ?? null, after: young.get(field) ?? null }))
      // A list that is empty from the start says nothing.
      .filter(({ before, after }) => before !== after && !(before === null && after === "[]"))
  );
}

const fieldsOf = (state: unknown): Map<string, string> =>
  new Map(
    Object.entries(state && typeof state === "object" ? state : {})
      .filter(([, value]) => value !== null && value !== "")
      .map(([field, value]) => [field, typeof value === "object" ? JSON.stringify(value) : String(value)]),
  );
