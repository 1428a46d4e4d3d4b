import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import type { JobView } from "@/lib/history/describe";

/** Why there is no result, if there is none. */
export function JobOutcome({ job }: { job: Pick<JobView, "status" | "resultCode" | "amountMilli"> }) {
  const t = useTranslations();
  if (job.status === "failed") {
    const id = `errors.${job.resultCode}`;
    return (
      <Notice kind="danger">
        {t.has(id) ? t(id) : job.resultCode} {t(job.amountMilli > 0n ? "history.notKept" : "history.notCharged")}
      </Notice>
    );
  }
  return job.resultCode === "NO_SPEECH_FOUND" && <Notice>{t("history.noSpeechFound")}</Notice>;
}
