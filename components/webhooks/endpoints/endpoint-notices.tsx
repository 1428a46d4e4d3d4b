import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { ActForm } from "@/components/keys/act-form";
import { Notice } from "@/components/ui/feedback/notice";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { days } from "@/lib/clock";
import { formatTime } from "@/lib/i18n/format";
import { resumeEndpointAction } from "@/lib/webhooks/endpoints/actions";
import type { Endpoint } from "@/lib/webhooks/endpoints/describe";

const disabledAfterMs = days(5);

type EndpointNoticesProps = { business: string; endpoint: Endpoint; mayWrite: boolean };

/** Why events are not delivered, since when, and what to do about it. */
export function EndpointNotices({ business, endpoint, mayWrite }: EndpointNoticesProps) {
  const t = useTranslations("webhooks.notices");
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const { id, status, failures, failingSince, pausedAt, disabledAt, disabledReason } = endpoint;
  const when = (time: Date) => ({ when: () => <RelativeTime time={time} /> });
  const resume = mayWrite && (
    <div className="mt-2">
      <ActForm action={resumeEndpointAction} hidden={{ business, id }} label={t("resume")} />
    </div>
  );
  if (status === "disabled" && disabledAt) {
    return (
      <Notice kind="danger">
        <p className="font-medium">{t.rich("disabled", when(disabledAt))}</p>
        <p>{t(`disabledReasons.${disabledReason ?? "failing"}`)}</p>
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
        <p>{t("willBeDisabled", { until })}</p>
      </Notice>
    );
  }
  return null;
}
