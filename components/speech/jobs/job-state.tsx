import type { Route } from "next";
import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/speech/history/use-error-text";
import { Notice } from "@/components/ui/feedback/notice";
import { Link } from "@/components/ui/text/link";
import type { JobProgress } from "@/lib/speech/jobs/queries";

type JobStateProps = { job: Pick<JobProgress, "status" | "resultCode" | "kind" | "mode">; business: string };

/** Why a job waits or has ended, and what to do. Nothing of one that runs or succeeded without remarks. */
export function JobState({ job: { status, resultCode, kind, mode }, business }: JobStateProps) {
  const t = useTranslations("longJob");
  if (status === "paused") {
    const isPoor = resultCode === "INSUFFICIENT_CREDIT";
    const reason = isPoor || resultCode === "SPEND_CAP_REACHED" ? resultCode : "TEST_AUDIO";
    return (
      <Notice kind="warning">
        <p className="font-medium">{t(`paused.${reason}.title`)}</p>
        <p>{t(`paused.${reason}.lead`)}</p>
        {reason !== "TEST_AUDIO" && (
          <Link href={`/console/${business}/billing` as Route} className="underline underline-offset-2">
            {t(isPoor ? "topUp" : "seeCaps")}
          </Link>
        )}
      </Notice>
    );
  }
  if (status === "failed") return <Failure code={resultCode ?? "INTERNAL"} isFree={mode === "test"} />;
  if (status === "canceled") return <Notice>{t(`canceled.${kind}`)}</Notice>;
  if (resultCode === "NO_SPEECH_FOUND") return <Notice>{t("noSpeech")}</Notice>;
  if (resultCode === "FORMATTING_FAILED") return <Notice kind="warning">{t("formattingFailed")}</Notice>;
  return null;
}

function Failure({ code, isFree }: { code: string; isFree: boolean }) {
  const t = useTranslations("longJob");
  const textOf = useErrorText();
  // Some of the API's sentences are about a single request.
  const own = `failures.${code}`;
  return (
    <Notice kind="danger">
      <p className="font-medium">{t.has(own) ? t(own) : textOf(code)}</p>
      {!isFree && <p>{t("givenBack")}</p>}
      <p className="text-sm">
        <Link href={`/docs/errors#${code}` as Route} className="break-all font-mono underline">
          {code}
        </Link>
      </p>
    </Notice>
  );
}
