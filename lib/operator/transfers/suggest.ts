import "server-only";
import type { StaffMember } from "@/lib/access/principals/staff";
import { invoicesOrders } from "@/lib/money/invoices/policy";
import { days } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { offerBusinesses } from "../businesses/list";

export type Because = "code" | "claim" | "order" | "payer";

export type Suggestion = {
  business: { id: string; slug: string; name: string };
  because: Because[];
  /** An open claim of its amount, which crediting it approves. */
  claimId: string | null;
  order: { id: string; code: string | null; amountVnd: bigint } | null;
  /** How many of its transfers came from this payer. */
  earlier: number;
  /** Whether an invoice is requested by itself. */
  withInvoice: boolean;
  effect: Effect;
};

export type Unassigned = {
  id: string;
  amountVnd: bigint;
  occurredAt: Date;
  reference: string;
  memo: string;
  payerMark: string | null;
};

type Order = { id: string; businessId: string; code: string; amountVnd: bigint; hasInvoice: boolean };

const orderColumns = `o.id, o.business_id AS "businessId", o.code, o.amount_vnd AS "amountVnd",
  o.encrypted_buyer IS NOT NULL AS "hasInvoice"`;

const unpaid = `o.code IS NOT NULL AND NOT EXISTS (SELECT FROM bank_transfers p WHERE p.top_up_id = o.id AND p.status = 'credited')`;

// Payers use a code later than they should, and clocks differ by hours.
const [before, after] = [days(60), days(1)];
const mostOrders = 5000;

const recentOrders = `SELECT ${orderColumns} FROM top_ups o WHERE o.created_at BETWEEN $1 AND $2 AND ${unpaid}
  ORDER BY o.created_at DESC LIMIT ${mostOrders}`;

const ordersOfAmount = `SELECT ${orderColumns} FROM top_ups o
  WHERE o.amount_vnd = $3 AND o.created_at BETWEEN $1 AND $2 AND ${unpaid} ORDER BY o.created_at DESC LIMIT 10`;

const claimsOfAmount = `SELECT id, business_id AS "businessId", reference FROM bank_claims
  WHERE status = 'open' AND amount_vnd = $1 ORDER BY id LIMIT 20`;

const earlierOfPayer = `SELECT business_id AS "businessId", count(*)::int AS count FROM bank_transfers
  WHERE payer_mark = $1 AND id <> $2 AND status = 'credited' AND business_id IS NOT NULL
  GROUP BY business_id ORDER BY count DESC, business_id LIMIT 10`;

/** Symbols of a code that may be wrong, missing or too many. */
const mostErrors = 2;
const maxSuggested = 6;

const weights: Record<Because, number> = { code: 8, claim: 4, order: 2, payer: 1 };

/** Businesses that an unmatched incoming transfer may belong to, the likeliest first. */
export async function suggestBusinesses(transfer: Unassigned): Promise<Suggestion[]> {
  const { id, amountVnd, occurredAt, memo, payerMark } = transfer;
  const period = [new Date(+occurredAt - before), new Date(+occurredAt + after)];
  const [recent, sameAmount, claims, payers] = await Promise.all([
    sql<Order>(undefined, recentOrders, period),
    sql<Order>(undefined, ordersOfAmount, [...period, amountVnd]),
    sql<{ id: string; businessId: string; reference: string }>("claims-of-amount", claimsOfAmount, [amountVnd]),
    sql<{ businessId: string; count: number }>("payer-before", earlierOfPayer, [payerMark, id]),
  ]);
  const near = recent
    .map((order) => ({ order, distance: codeDistance(memo, order.code) }))
    .filter(({ distance }) => distance <= mostErrors)
    .sort((one, other) => one.distance - other.distance);
  type Found = Pick<Suggestion, "because" | "claimId" | "earlier"> & { order: Order | null };
  const found = new Map<string, Found>();
  const add = (businessId: string, reason: Because, more: Partial<Found>) => {
    const known = found.get(businessId) ?? { because: [], claimId: null, order: null, earlier: 0 };
    if (known.because.includes(reason)) return;
    found.set(businessId, { ...known, ...more, because: [...known.because, reason] });
  };
  for (const { order } of near) add(order.businessId, "code", { order });
  for (const claim of claims) add(claim.businessId, "claim", { claimId: claim.id });
  for (const order of sameAmount)
    add(order.businessId, "order", { order: found.get(order.businessId)?.order ?? order });
  for (const { businessId, count } of payers) add(businessId, "payer", { earlier: count });
  const score = ({ because }: Found) => because.reduce((sum, reason) => sum + weights[reason], 0);
  const best = [...found].sort(([, one], [, other]) => score(other) - score(one)).slice(0, maxSuggested);
  return withEffects(best, amountVnd);
}

type Best = [string, Pick<Suggestion, "because" | "claimId" | "earlier"> & { order: Order | null }];

async function withEffects(best: readonly Best[], amountVnd: bigint): Promise<Suggestion[]> {
  const ids = best.map(([businessId]) => businessId);
  const text = `SELECT id, slug, name FROM businesses WHERE id = ANY ($1) AND archived_at IS NULL`;
  const [businesses, effects] = await Promise.all([
    sql<Suggestion["business"]>("suggested-businesses", text, [ids]),
    findEffects(ids, amountVnd),
  ]);
  return best.flatMap(([businessId, { order, ...rest }]) => {
    const business = businesses.find(({ id }) => id === businessId);
    const effect = effects.get(businessId);
    if (!business || !effect) return [];
    const withInvoice = Boolean(order?.hasInvoice) && invoicesOrders();
    return [{ business, ...rest, order, withInvoice, effect }];
  });
}

/** Businesses that match what was typed, with what crediting the amount would do. */
export async function searchBusinesses(staff: StaffMember, typed: string, amountVnd: bigint): Promise<Suggestion[]> {
  const found = await offerBusinesses(staff, typed);
  const none = { because: [], claimId: null, order: null, earlier: 0 };
  return withEffects(
    found.map(({ id }) => [id, none]),
    amountVnd,
  );
}

/** What crediting a transfer would do to a business. In thousandths of a đồng. */
export type Effect = {
  availableMilli: bigint;
  owedMilli: bigint;
  /** The part of the transfer that pays what it owes. */
  settledMilli: bigint;
  availableAfterMilli: bigint;
  /** Whether what it owes is paid then, so that it works again. */
  resumes: boolean;
};

const balances = `SELECT business_id AS "businessId", kind::text AS kind, balance_milli AS milli FROM wallet_accounts
  WHERE business_id = ANY ($1) AND kind IN ('available', 'receivable')`;

/** What each of these businesses would have if it was credited this amount. */
export async function findEffects(businessIds: readonly string[], amountVnd: bigint): Promise<Map<string, Effect>> {
  const rows = await sql<{ businessId: string; kind: string; milli: bigint }>("effects", balances, [businessIds]);
  const of = (id: string, kind: string) => rows.find((row) => row.businessId === id && row.kind === kind)?.milli ?? 0n;
  return new Map(
    businessIds.map((id) => {
      const [availableMilli, owedMilli, amountMilli] = [of(id, "available"), -of(id, "receivable"), amountVnd * 1000n];
      const settledMilli = owedMilli < amountMilli ? owedMilli : amountMilli;
      const availableAfterMilli = availableMilli + amountMilli - settledMilli;
      const resumes = owedMilli > 0n && settledMilli === owedMilli;
      return [id, { availableMilli, owedMilli, settledMilli, availableAfterMilli, resumes }];
    }),
  );
}

/** How many symbols are wrong, missing or extra where a memo is nearest to a code, without case and punctuation. */
export function codeDistance(memo: string, code: string): number {
  const text = memo
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "");
  // Sellers' algorithm: the edit distance of the code to any part of the text.
  let row: number[] = Array.from(code, (_, index) => index);
  row.push(code.length);
  let best = code.length;
  for (const symbol of text) {
    const next = [0];
    for (let index = 1; index <= code.length; index++) {
      const changed = (row[index - 1] ?? 0) + (code[index - 1] === symbol ? 0 : 1);
      next.push(Math.min(changed, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
    best = Math.min(best, row[code.length] ?? best);
  }
  return best;
}
