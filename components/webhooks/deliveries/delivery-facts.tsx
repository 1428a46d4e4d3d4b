import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import { Fact, IdLine } from "@/components/ui/text/fact";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { formatTime } from "@/lib/platform/i18n/format";
import { tracePath } from "@/lib/speech/path";
import type { DeliveryView } from "@/lib/webhooks/delivery-log/describe";
import { DeliveryBadge } from "./delivery-badge";

export function DeliveryFacts({ business, delivery }: { business: string; delivery: DeliveryView }) {
  const t = useTranslations("webhooks.delivery");
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const { id, eventId, objectId, createdAt, nextAttemptAt, attempts, state, isBehindPause } = delivery;
  const isJob = /^(tts|stt)_/.test(objectId);
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      <Fact label={t("state")}>
        <DeliveryBadge delivery={delivery} />
      </Fact>
      <Fact label={t("attempts")}>{t("attemptsOf", { attempts })}</Fact>
      <Fact label={t("next")}>
        {state === "waiting" && nextAttemptAt ? (
          <>
            <RelativeTime time={nextAttemptAt} />
            <span className="block text-muted text-sm">{formatTime(nextAttemptAt, locale, timeZone)}</span>
            {isBehindPause && <span className="block text-muted text-sm">{t("behindPause")}</span>}
          </>
        ) : (
          t("noNext")
        )}
      </Fact>
      <Fact label={t("createdAt")}>
        <RelativeTime time={createdAt} />
        <span className="block text-muted text-sm">{formatTime(createdAt, locale, timeZone)}</span>
      </Fact>
      <Fact label={t("eventId")}>
        <IdLine id={eventId} what={t("eventId")} />
      </Fact>
      <Fact label={t("deliveryId")}>
        <IdLine id={id} what={t("deliveryId")} />
      </Fact>
      {objectId !== eventId && (
        <Fact label={isJob ? "trackingId" : t("objectId")}>
          <IdLine id={objectId} what={isJob ? "trackingId" : t("objectId")} />
          {isJob && (
            <Link href={tracePath(business, objectId)} className="text-sm underline">
              {t("openJob")}
            </Link>
          )}
        </Fact>
      )}
    </dl>
  );
}

const kinds = { held: "info", failed: "danger", canceled: "info" } as const;

/** Why a delivery does not go on by itself, and what to do about it. */
export function DeliveryNotice({ delivery: { state, isTest } }: { delivery: DeliveryView }) {
  const t = useTranslations("webhooks.delivery.notices");
  if (isTest && state !== "waiting" && state !== "succeeded") return <Notice kind="danger">{t("test")}</Notice>;
  if (!(state in kinds)) return null;
  const known = state as keyof typeof kinds;
  return <Notice kind={kinds[known]}>{t(known)}</Notice>;
}
