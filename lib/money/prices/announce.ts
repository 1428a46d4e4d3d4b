import "server-only";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import { clock, days, seconds } from "@/lib/platform/clock";
import { sql, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { formatVnd, formatZonedTime } from "@/lib/platform/i18n/format";
import { translate } from "@/lib/platform/i18n/translate";
import { type Claims, inTransaction, workThrough } from "@/lib/platform/outbox/claim-loop";
import { vietnamDate } from "@/lib/platform/vietnam-time";

/** Businesses that used a model in this time are notified of its new price. */
export const usedWithinDays = 90;

/** Active businesses: $2, or with $2 null those that used the model since $3 and have no price of their own for it. */
export const affectedBusinesses = `SELECT b.id FROM businesses b WHERE b.archived_at IS NULL AND CASE
    WHEN $2::text IS NOT NULL THEN b.id = $2
    ELSE EXISTS (SELECT FROM usage_daily u WHERE u.business_id = b.id AND u.day >= $3::date AND u.model_id = $1)
      AND NOT EXISTS (SELECT FROM prices p WHERE p.model_id = $1 AND p.business_id = b.id) END`;

export const usedSince = () => vietnamDate(new Date(+clock.now() - days(usedWithinDays)));

type Affected = { id: string };

export const listAffected = (modelId: string, businessId: string | null): Promise<Affected[]> =>
  sql<Affected>(undefined, `${affectedBusinesses} ORDER BY b.id`, [modelId, businessId, usedSince()]);

/** Writes down that a price is to be announced, in the transaction that adds it; a worker does it. */
export const announceLater = (tx: Transaction, priceId: string, formerVnd: number | null) =>
  tx.priceAnnouncement.create({ data: { priceId, formerVnd, createdAt: clock.now() }, select: { priceId: true } });

const batchSize = 50;

type Announcement = { priceId: string; formerVnd: number | null; cursor: string };

/** Notifies 50 businesses of a price at a time. Each batch and its progress are one transaction. */
export const announcementClaims: Claims<Announcement> = {
  name: "announce-prices",
  rest: { text: "EXISTS (SELECT FROM price_announcements WHERE done_at IS NULL)" },
  claim: inTransaction<Announcement>({
    async claim(tx) {
      const [next] = await tx.$queryRaw<Announcement[]>`
        SELECT price_id AS "priceId", former_vnd AS "formerVnd", "cursor" FROM price_announcements
        WHERE done_at IS NULL ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
      return next;
    },
    work: announceBatch,
    timeoutMs: seconds(30),
  }),
};

export const announcePrices = () => workThrough(announcementClaims);

async function announceBatch(tx: Transaction, { priceId, formerVnd, cursor }: Announcement): Promise<void> {
  const { modelId, businessId, ...price } = await tx.price.findUniqueOrThrow({ where: { id: priceId } });
  const text = `${affectedBusinesses} AND b.id > $4 ORDER BY b.id LIMIT ${batchSize}`;
  const batch = await tx.$queryRawUnsafe<Affected[]>(text, modelId, businessId, usedSince(), cursor);
  for (const { id } of batch) await announce(tx, id, { modelId, formerVnd, ...price });
  const isLast = batch.length < batchSize;
  await tx.priceAnnouncement.update({
    where: { priceId },
    data: {
      cursor: batch.at(-1)?.id ?? cursor,
      notified: { increment: batch.length },
      doneAt: isLast ? clock.now() : null,
    },
    select: { priceId: true },
  });
}

type Announced = { modelId: string; priceVnd: number; formerVnd: number | null; unit: string; from: Date };

async function announce(tx: Transaction, businessId: string, price: Announced): Promise<void> {
  const { modelId, priceVnd, formerVnd, unit, from } = price;
  const { name: business, slug } = await tx.business.findUniqueOrThrow({
    where: { id: businessId },
    select: { name: true, slug: true },
  });
  const path = `/console/${slug}/billing/prices`;
  for (const to of await listRecipients(tx, businessId, "billing:read")) {
    const say = (vnd: number) =>
      translate(to.locale, `prices.per.${unit}`, { price: formatVnd(BigInt(vnd) * 1000n, to.locale) });
    const former = formerVnd === null ? "–" : say(formerVnd);
    const time = formatZonedTime(from, to.locale, to.timeZone);
    const values = { business, model: modelId, price: say(priceVnd), former, time, link: `${env.url}${path}` };
    await notify(tx, to, { kind: "priceChanged", values, path, businessId });
  }
}
