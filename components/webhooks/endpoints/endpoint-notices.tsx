import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Notice } from "@/components/ui/feedback/notice";
import { Form } from "@/components/ui/fields/form";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { useAttemptWords } from "@/components/webhooks/deliveries/attempt-words";
import { formatTime } from "@/lib/platform/i18n/format";
import { disabledAfterMs } from "@/lib/webhooks/deliver/retry-schedule";
import type { LastFailure } from "@/lib/webhooks/delivery-log/find";
import { resumeEndpointAction } from "@/lib/webhooks/endpoints/actions";
import type { Endpoint } from "@/lib/webhooks/endpoints/endpoint";
import { deliveriesPath, deliveryPath } from "./webhooks-path";

type EndpointNoticesProps = {
  business: string;
  endpoint: Endpoint;
  mayWrite: boolean;
  lastFailure?: LastFailure | null;
};

/** Why events are not delivered, since when, and what to do about it. */
export function EndpointNotices({ business, endpoint, mayWrite, lastFailure }: EndpointNoticesProps) {
  const t = useTranslations("webhooks.notices");
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const { id, status, failures, failingSince, pausedAt, disabledAt, disabledReason } = endpoint;
  const wordsOf = useAttemptWords();
  const reason = lastFailure && (
    <p className="min-w-0 break-words">
      {t.rich("lastError", {
        error: wordsOf(lastFailure) ?? "",
        said: lastFailure.said,
        hasSaid: lastFailure.said ? "yes" : "no",
        link: (words) => (
          <Link href={deliveryPath(business, id, lastFailure.deliveryId)} className="underline">
            {words}
          </Link>
        ),
      })}
    </p>
  );
  const when = (time: Date) => ({ when: () => <RelativeTime time={time} /> });
  const resume = mayWrite && (
    <div className="mt-2">
      <Form
        action={resumeEndpointAction}
        hidden={{ business, id }}
        submit={t("resume")}
        stepUp={StepUp}
        button={{ variant: "secondary", size: "small" }}
      />
    </div>
  );
  if (status === "disabled" && disabledAt) {
    return (
      <Notice kind="danger">
        <p className="font-medium">{t.rich("disabled", when(disabledAt))}</p>
        <p>{t(`disabledReasons.${disabledReason ?? "failing"}`)}</p>
        {reason}
        <p>{t("kept")}</p>
        {resume}
      </Notice>
    );
  }
  if (status === "paused" && pausedAt) {
    return (
      <Notice>
        <p className="font-medium">{t.rich("paused", when(pausedAt))}</p>
        <p>{t("kept")}</p>
        {resume}
      </Notice>
    );
  }
  if (status === "failing" && failingSince) {
    const until = formatTime(new Date(+failingSince + disabledAfterMs), locale, timeZone);
    return (
      <Notice kind="warning">
        <p className="font-medium">{t.rich("failing", { failures, ...when(failingSince) })}</p>
        {reason}
        <p>{t("willBeDisabled", { until })}</p>
      </Notice>
    );
  }
  return null;
}

type HeldNoticeProps = { business: string; endpoint: Endpoint; held: number };

/** Events that were kept while the endpoint was paused or disabled, and wait for a replay. */
export function HeldNotice({ business, endpoint: { id, status }, held }: HeldNoticeProps) {
  const t = useTranslations("webhooks.notices");
  if (held === 0 || status === "paused" || status === "disabled") return null;
  return (
    <Notice>
      {t.rich("held", {
        count: held,
        link: (words) => (
          <Link href={deliveriesPath(business, id, { state: "held" })} className="underline">
            {words}
          </Link>
        ),
      })}
    </Notice>
  );
}
