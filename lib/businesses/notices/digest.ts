import "server-only";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { withoutLinks } from "@/lib/platform/display-name-schema";
import { env } from "@/lib/platform/env";
import { formatZonedTime } from "@/lib/platform/i18n/format";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { log } from "@/lib/platform/log";
import { composeMail } from "@/lib/platform/mail/compose";
import { postMailOnce } from "@/lib/platform/mail/post";
import { noticeText } from "./list";

/** Names in the subject, and lines in the text: the rest is counted. */
const mostNamed = 3;
const mostLines = 20;

type Due = { userId: string; businessId: string | null };
type Change = { id: string; kind: string; values: unknown; createdAt: Date };

/** Writes the digests of the hours that have ended, each once, whichever process comes first. */
export async function mailDigests(): Promise<void> {
  const due = await db.notice.findMany({
    where: { digested: false, digestAt: { lte: clock.now() } },
    distinct: ["userId", "businessId"],
    select: { userId: true, businessId: true },
    take: 1000,
  });
  for (const one of due)
    await mailDigest(one).catch((error: Error) =>
      log.error({ userId: one.userId, reason: error.message }, "a digest of notices was not written"),
    );
}

async function mailDigest({ userId, businessId }: Due): Promise<void> {
  await db.$transaction(async (tx) => {
    const changes = await tx.notice.updateManyAndReturn({
      where: { userId, businessId, digested: false, digestAt: { lte: clock.now() } },
      data: { digested: true },
      select: { id: true, kind: true, values: true, createdAt: true },
    });
    const membership = await tx.membership.findFirst({
      where: { userId, businessId: businessId ?? "" },
      select: {
        user: { select: { email: true, name: true, locale: true, timeZone: true } },
        business: { select: { name: true } },
      },
    });
    const [first] = changes;
    // Someone who has left the business meanwhile gets no email about it.
    if (!first || !membership) return;
    const { user, business } = membership;
    const { locale, email, name } = user;
    const lines = changes
      .toSorted((one, other) => +one.createdAt - +other.createdAt || (one.id < other.id ? -1 : 1))
      .map((change) => describeChange(change, locale, user.timeZone));
    const names = [...new Set(lines.flatMap(({ subject }) => subject ?? []))];
    const values = {
      name,
      business: business.name,
      count: changes.length,
      link: `${env.url}/account/notices`,
      names: names.slice(0, mostNamed).join(", ") || translate(locale, "notices.credit"),
      others: Math.max(0, names.length - mostNamed),
      changes: lines
        .slice(0, mostLines)
        .map(({ line }) => line)
        .join("\n"),
      unlisted: Math.max(0, lines.length - mostLines),
    };
    await postMailOnce(tx, `digest:${first.id}`, { to: email, ...composeMail(locale, "changesDigest", values) });
  });
}

/** A change as a line, and the endpoint or key that it is about. People choose these names: none may become a link. */
function describeChange({ kind, values, createdAt }: Change, locale: Locale, timeZone: string) {
  const { host, key } = values as { host?: string; key?: string };
  const subject = withoutLinks(host ?? key ?? "") || undefined;
  const about = host && !noticeText(locale, kind, values).includes(host) ? ` (${subject})` : "";
  const line = `${formatZonedTime(createdAt, locale, timeZone)}: ${withoutLinks(noticeText(locale, kind, values))}${about}`;
  return { subject, line };
}
