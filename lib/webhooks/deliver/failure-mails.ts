import "server-only";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import type { Transaction } from "@/lib/platform/db";
import { withoutLinks } from "@/lib/platform/display-name-schema";
import { env } from "@/lib/platform/env";
import { formatZonedTime } from "@/lib/platform/i18n/format";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { nameOf, withoutQuery } from "@/lib/webhooks/endpoints/endpoint";
import { disabledAfterMs } from "./retry-schedule";

const shownCharacters = 300;

const mailedColumns = {
  id: true,
  businessId: true,
  url: true,
  description: true,
  failingSince: true,
  business: { select: { name: true, slug: true } },
} as const;

const getMailed = (tx: Transaction, id: string) =>
  tx.webhookEndpoint.findUniqueOrThrow({ where: { id }, select: mailedColumns });

/** The endpoint's last failed attempt; null if it is deleted already. */
async function findLastAttempt(tx: Transaction, endpointId: string) {
  const where = { endpointId, isTest: false, lastError: { not: null } };
  const delivery = await tx.webhookDelivery.findFirst({ where, orderBy: [{ createdAt: "desc" }, { id: "desc" }] });
  if (!delivery) return null;
  const failed = { deliveryId: delivery.id, error: { not: null } };
  const attempt = await tx.webhookAttempt.findFirst({ where: failed, orderBy: { number: "desc" } });
  return attempt && { delivery, attempt };
}

type FailedAttempt = NonNullable<Awaited<ReturnType<typeof findLastAttempt>>>;

function describeFailure(last: FailedAttempt | null, locale: Locale, timeZone: string) {
  if (!last) return { event: "–", request: "–", response: "–" };
  const { delivery, attempt } = last;
  const time = formatZonedTime(attempt.startedAt, locale, timeZone);
  const error = translate(locale, `webhooks.errors.${attempt.error}`, { status: attempt.statusCode ?? 0 });
  const body = withoutLinks((attempt.responseBody ?? "").replace(/\s+/g, " ").trim()).slice(0, shownCharacters);
  return {
    event: delivery.eventType,
    request: `POST ${withoutQuery(attempt.url)} (${time}, ${delivery.eventId})`,
    response: body ? `${error}: ${body}` : error,
  };
}

/** Notifies those who can change an endpoint that its deliveries fail, and when that will disable it. */
export async function mailFailing(
  tx: Transaction,
  endpointId: string,
  kind: "webhookFailing" | "webhookEnding",
  { isMailed = true } = {},
): Promise<void> {
  const { businessId, business, failingSince, ...endpoint } = await getMailed(tx, endpointId);
  const last = await findLastAttempt(tx, endpointId);
  const path = `/console/${business.slug}/webhooks/${endpointId}`;
  for (const to of await listRecipients(tx, businessId, "webhooks:write")) {
    const formatTime = (time: Date) => formatZonedTime(time, to.locale, to.timeZone);
    const since = failingSince ?? new Date(0);
    const values = {
      ...describeFailure(last, to.locale, to.timeZone),
      business: business.name,
      host: nameOf(endpoint),
      since: formatTime(since),
      time: formatTime(new Date(+since + disabledAfterMs)),
      link: `${env.url}${path}`,
    };
    await notify(tx, to, { kind, values, path, businessId, isMailed });
  }
}

export async function mailBehind(
  tx: Transaction,
  endpointId: string,
  { count, oldest }: { count: number; oldest: Date },
): Promise<void> {
  const { businessId, business, ...endpoint } = await getMailed(tx, endpointId);
  const path = `/console/${business.slug}/webhooks/${endpointId}`;
  for (const to of await listRecipients(tx, businessId, "webhooks:write")) {
    const values = {
      business: business.name,
      host: nameOf(endpoint),
      count,
      link: `${env.url}${path}`,
      since: formatZonedTime(oldest, to.locale, to.timeZone),
    };
    await notify(tx, to, { kind: "webhookBehind", values, path, businessId });
  }
}

export async function mailDisabled(tx: Transaction, endpointId: string, reason: string): Promise<void> {
  const { businessId, business, ...endpoint } = await getMailed(tx, endpointId);
  const last = await findLastAttempt(tx, endpointId);
  const path = `/console/${business.slug}/webhooks/${endpointId}`;
  for (const to of await listRecipients(tx, businessId, "webhooks:write")) {
    const values = {
      ...describeFailure(last, to.locale, to.timeZone),
      business: business.name,
      host: nameOf(endpoint),
      link: `${env.url}${path}`,
      reason: translate(to.locale, `webhooks.disabledBecause.${reason}`),
    };
    await notify(tx, to, { kind: "webhookDisabled", values, path, businessId });
  }
}
