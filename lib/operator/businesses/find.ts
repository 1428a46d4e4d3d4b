import "server-only";
import { recordPlatformAct } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { type Role, staffCan } from "@/lib/access/principals/roles";
import { secondFactorOf } from "@/lib/access/sessions/second-factor";
import { findLimits } from "@/lib/businesses/limits/service";
import { readInvoiceDetails } from "@/lib/money/invoices/details/service";
import { maskTaxCode } from "@/lib/money/invoices/details/tax-code";
import { PriceBook } from "@/lib/money/prices/price-book";
import { readPrices } from "@/lib/money/prices/register";
import { findDaysLeft } from "@/lib/money/usage/days-left";
import { getOperatorUsage } from "@/lib/money/usage/read";
import { findFreeCredit } from "@/lib/money/wallet/grants";
import { clock, days } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import { statusOf } from "@/lib/webhooks/endpoints/endpoint";
import type { EndpointStatus } from "@/lib/webhooks/endpoints/schema";
import { listActsOn } from "../history";
import { withState } from "./named";

const businessColumns = {
  id: true,
  slug: true,
  name: true,
  createdAt: true,
  retentionDays: true,
  pinnedRegion: true,
  requiresTwoFactor: true,
  archivedAt: true,
  suspendedAt: true,
  suspendedReason: true,
  suspendedFor: true,
} as const;

const usageDays = 30;

/** A business as the desk shows it, by its ID or slug: never a secret, text, transcript or audio of it. Throws NOT_FOUND. */
export async function findBusiness(operator: Operator, idOrSlug: string) {
  requireOperatorRight(operator, "read");
  const where = { OR: [{ id: idOrSlug }, { slug: idOrSlug }] };
  const business = await db.business.findFirst({ where, select: businessColumns });
  if (!business) throw new AppError("NOT_FOUND");
  const [{ id }, now] = [business, clock.now()];
  const [balance, usage, limits, prices, members, endpoints, notes, invoice, history] = await Promise.all([
    findMoney(id),
    getOperatorUsage(operator, id, {
      from: vietnamDate(new Date(+now - days(usageDays - 1))),
      to: vietnamDate(now),
      by: ["service"],
    }),
    findLimits(id),
    readPrices(-1),
    sql<BusinessMember>("desk-members", membersOf, [id]),
    listEndpoints(id),
    db.businessNote.findMany({
      where: { businessId: id },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: { id: true, text: true, createdAt: true, author: { select: { name: true } } },
      take: 100,
    }),
    readInvoiceDetails(db, id),
    listActsOn(id),
  ]);
  const { state } = withState({ ...business, _count: { memberships: members.length } });
  const book = new PriceBook(prices);
  const modelIds = [...new Set(prices.map(({ modelId }) => modelId))].sort();
  // That of a person is their personal number.
  const isShown = operator.via === "desk" && staffCan(operator.role, "money");
  const taxCode = invoice && (isShown ? invoice.taxCode : maskTaxCode(invoice.taxCode));
  return {
    ...business,
    state,
    balance,
    limits,
    /** Of each model the price in force for the business and those to come. */
    prices: modelIds.flatMap((modelId) =>
      book.listApplied(modelId, id).filter(({ until }) => until === null || until > now),
    ),
    members,
    endpoints,
    notes,
    history,
    usage: usage.rows,
    invoice: invoice && { legalName: invoice.legalName, taxCode },
  };
}

export type BusinessDetail = Awaited<ReturnType<typeof findBusiness>>;

async function findMoney(businessId: string) {
  const [accounts, { freeMilli }] = await Promise.all([
    db.walletAccount.findMany({ where: { businessId }, select: { kind: true, balanceMilli: true } }),
    findFreeCredit(businessId),
  ]);
  const of = (kind: string) => accounts.find((account) => account.kind === kind)?.balanceMilli ?? 0n;
  const availableMilli = of("available");
  const daysLeft = (await findDaysLeft([{ businessId, availableMilli }])).get(businessId) ?? null;
  return { availableMilli, heldMilli: of("held"), owedMilli: -of("receivable"), freeMilli, daysLeft };
}

export type BusinessMember = { userId: string; name: string; email: string; role: Role; hasSecondFactor: boolean };

const membersOf = `SELECT u.id AS "userId", u.name, u.email, m.role, ${secondFactorOf("u.id")} AS "hasSecondFactor"
  FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.business_id = $1 ORDER BY m.role, m.created_at, u.id LIMIT 200`;

export type BusinessEndpoint = {
  id: string;
  /** Its path and query can hold a token of the partner's. */
  host: string;
  status: EndpointStatus;
  failingSince: Date | null;
  lastSucceededAt: Date | null;
  /** Deliveries that wait for it. */
  waiting: number;
};

async function listEndpoints(businessId: string): Promise<BusinessEndpoint[]> {
  const rows = await db.webhookEndpoint.findMany({
    where: { businessId, deletedAt: null },
    orderBy: { id: "desc" },
    select: {
      id: true,
      url: true,
      pausedAt: true,
      disabledAt: true,
      failures: true,
      failingSince: true,
      lastSucceededAt: true,
      _count: { select: { deliveries: { where: { state: { in: ["waiting", "held"] } } } } },
    },
  });
  return rows.map(({ id, url, failingSince, lastSucceededAt, _count, ...row }) => ({
    id,
    host: new URL(url).host,
    status: statusOf(row),
    failingSince,
    lastSucceededAt,
    waiting: _count.deliveries,
  }));
}

/** Adds a note that only the staff reads. The audit log says that there is one, not what it says. */
export async function addNote(operator: Operator, businessId: string, text: string): Promise<void> {
  requireOperatorRight(operator, "read");
  const id = newId("note");
  const authorId = operator.via === "desk" ? operator.userId : null;
  await db.$transaction(async (tx) => {
    await tx.businessNote.create({
      data: { id, businessId, authorId, text, createdAt: clock.now() },
      select: { id: true },
    });
    await recordPlatformAct(tx, operator, { action: "business.noted", businessId, reason: "", about: { noteId: id } });
  });
}
