import "server-only";
import { requireRight, type StaffMember } from "@/lib/access/principals/staff";
import { taxCodeContext } from "@/lib/money/invoices/details/service";
import { readTaxCode } from "@/lib/money/invoices/details/tax-code";
import { clock, days } from "@/lib/platform/clock";
import { cutPage, fromCursor, type Place } from "@/lib/platform/cursor";
import { sql } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { isId } from "@/lib/platform/ids";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import type { BusinessFilter, BusinessState, OfferedBusiness } from "./schema";

export type BusinessRow = {
  id: string;
  slug: string;
  name: string;
  createdAt: Date;
  state: BusinessState;
  availableMilli: bigint;
  owedMilli: bigint;
  /** Charged in the last 30 days. */
  chargedMilli: bigint;
};

/** `next` is the cursor of the following page; null on the last one. */
export type BusinessPage = { rows: BusinessRow[]; next: string | null };

const pageSize = 40;

const chargedDays = 30;

/** Businesses that match, the newest first. Throws INVALID_REQUEST for an invalid cursor. */
export async function listBusinesses(
  staff: StaffMember,
  filter: BusinessFilter,
  cursor?: string,
): Promise<BusinessPage> {
  requireRight(staff, "read");
  return readBusinessPage(filter, cursor ? fromCursor(cursor) : null);
}

const hasMembers = "EXISTS (SELECT FROM memberships m WHERE m.business_id = b.id)";

const states: Record<BusinessState, string> = {
  active: "b.archived_at IS NULL AND b.suspended_at IS NULL",
  suspended: "b.archived_at IS NULL AND b.suspended_at IS NOT NULL",
  archived: `b.archived_at IS NOT NULL AND ${hasMembers}`,
  erased: `b.archived_at IS NOT NULL AND NOT ${hasMembers}`,
};

async function readBusinessPage({ q, state }: BusinessFilter, place: Place | null): Promise<BusinessPage> {
  const since = vietnamDate(new Date(+clock.now() - days(chargedDays)));
  const values: unknown[] = [since, pageSize + 1];
  const add = (value: unknown) => `$${values.push(value)}`;
  const where = [
    q && (await searchFor(q, add)),
    state && states[state],
    place && `(b.created_at, b.id) < (${add(place.createdAt)}, ${add(place.id)})`,
  ].filter(Boolean);
  const balance = (kind: string) =>
    `coalesce((SELECT balance_milli FROM wallet_accounts WHERE business_id = b.id AND kind = '${kind}'), 0)`;
  const text = `SELECT b.id, b.slug, b.name, b.created_at AS "createdAt",
      CASE ${Object.entries(states)
        .map(([state, condition]) => `WHEN ${condition} THEN '${state}'`)
        .join(" ")} END AS state,
      ${balance("available")} AS "availableMilli", -${balance("receivable")} AS "owedMilli",
      (SELECT coalesce(sum(amount_milli), 0)::bigint FROM usage_daily
        WHERE business_id = b.id AND day >= $1::date) AS "chargedMilli"
    FROM (SELECT * FROM businesses b ${where.length > 0 ? `WHERE ${where.join(" AND ")}` : ""}
      ORDER BY b.created_at DESC, b.id DESC LIMIT $2) b
    ORDER BY b.created_at DESC, b.id DESC`;
  return cutPage(await sql<BusinessRow>(undefined, text, values), pageSize);
}

/** The most businesses that a picker offers. */
const mostOffered = 8;

/**
 * Businesses that match what was typed, for a field that asks for one: those whose names begin so come first, then the
 * newest. Archived ones are left out: nothing can be credited to or decided about them.
 */
export async function offerBusinesses(staff: StaffMember, typed: string): Promise<OfferedBusiness[]> {
  requireRight(staff, "read");
  const values: unknown[] = [`${escapeLike(typed)}%`];
  const match = typed ? await searchFor(typed, (value) => `$${values.push(value)}`) : "true";
  const text = `SELECT b.id, b.slug, b.name, b.suspended_at IS NOT NULL AS "isSuspended" FROM businesses b
    WHERE b.archived_at IS NULL AND ${match}
    ORDER BY ${withoutDiacritics("b.name")} LIKE ${withoutDiacritics("$1")} DESC, b.created_at DESC, b.id DESC
    LIMIT ${mostOffered}`;
  return sql<OfferedBusiness>(undefined, text, values);
}

/** What a field shows of a business that an address names by its id or slug; null for any other text. */
export async function findOffered(staff: StaffMember, idOrSlug = ""): Promise<OfferedBusiness | null> {
  requireRight(staff, "read");
  const text = `SELECT id, slug, name, suspended_at IS NOT NULL AS "isSuspended" FROM businesses
    WHERE id = $1 OR slug = lower($1)`;
  const [business] = await sql<OfferedBusiness>("offered-business", text, [idOrSlug]);
  return business ?? null;
}

/** Without case and diacritics, as people type names into a search. */
const withoutDiacritics = (text: string) =>
  `replace(regexp_replace(normalize(lower(${text}), NFD), '[\\u0300-\\u036f]', '', 'g'), 'đ', 'd')`;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Finds a trackingId, an ID, a tax code, an email or, with @, a part of one, the end of a key, or a part of a name. */
async function searchFor(typed: string, add: (value: unknown) => string): Promise<string> {
  if (isId("tts", typed) || isId("stt", typed))
    return `b.id = (SELECT business_id FROM jobs WHERE tracking_id = ${add(typed)})`;
  if (isId("business", typed)) return `b.id = ${add(typed)}`;
  if (isId("key", typed)) return `b.id = (SELECT business_id FROM api_keys WHERE id = ${add(typed)})`;
  const taxCode = readTaxCode(typed)?.text;
  if (taxCode) return `b.id = ANY (${add(await findByTaxCode(taxCode))})`;
  if (typed.includes("@"))
    return `EXISTS (SELECT FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.business_id = b.id AND u.email LIKE '%' || ${add(escapeLike(typed.toLowerCase()))} || '%')`;
  // A whole key is cut to its end at once, so that it is never compared or logged.
  const [, hint] = /^(?:vang_\w*?|…|\.{3})?([0-9A-Za-z]{4})$/.exec(typed) ?? [];
  const byKey =
    hint &&
    `EXISTS (SELECT FROM api_keys k WHERE k.business_id = b.id AND k.hint = ${add(hint)} AND k.kind <> 'playground')`;
  if (byKey && hint !== typed) return byKey;
  const name = add(escapeLike(typed));
  const byName = `(${withoutDiacritics("b.name")} LIKE '%' || ${withoutDiacritics(name)} || '%' OR b.slug LIKE '%' || lower(${name}) || '%')`;
  return byKey ? `(${byName} OR ${byKey})` : byName;
}

/** Tax codes are encrypted, so each is decrypted: 10,000 take about a tenth of a second. */
async function findByTaxCode(taxCode: string): Promise<string[]> {
  const text = `SELECT business_id AS "businessId", sealed_tax_code AS encrypted FROM invoice_details`;
  const rows = await sql<{ businessId: string; encrypted: string }>(undefined, text, []);
  const isCode = (known: string) => known === taxCode || known.startsWith(`${taxCode}-`);
  return rows
    .filter(({ businessId, encrypted }) => isCode(decrypt(encrypted, taxCodeContext(businessId))))
    .map(({ businessId }) => businessId);
}
