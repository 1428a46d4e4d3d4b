import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import type { Said } from "@/lib/speech/history/by-request";
import type { JobView } from "@/lib/speech/history/describe";
import { useErrorText } from "./use-error-text";

type JobOutcomeProps = { job: Pick<JobView, "status" | "resultCode" | "amountMilli">; said?: Said | null };

/** Why there is no result, if there is none. */
export function JobOutcome({ job, said }: JobOutcomeProps) {
  const t = useTranslations();
  const textOf = useErrorText();
  if (job.status === "failed") {
    return (
      <Notice kind="danger">
        {textOf(job.resultCode ?? "INTERNAL", said)}{" "}
        {t(job.amountMilli > 0n ? "history.notKept" : "history.notCharged")}
      </Notice>
    );
  }
  return job.resultCode === "NO_SPEECH_FOUND" && <Notice>{t("history.noSpeechFound")}</Notice>;
}
