"use client";

import { RotateCw } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { formatVnd } from "@/lib/platform/i18n/format";
import type { JobView } from "@/lib/speech/history/describe";
import { runAgainPath } from "@/lib/speech/path";
import { askToRun } from "./requested-run";

type RunAgainLinkProps = {
  business: string;
  job: Pick<JobView, "trackingId" | "mode" | "service" | "status" | "words" | "amountMilli">;
};

/** Fills the playground with a job's request. Speech of a live key also runs at once; that of a test key was free. */
export function RunAgainLink({ business, job }: RunAgainLinkProps) {
  const t = useTranslations("history");
  const locale = useLocale();
  const isAtOnce = job.service === "tts" && job.status === "completed" && job.mode === "live" && job.words !== null;
  return (
    <ButtonLink
      size="small"
      href={runAgainPath(business, job)}
      icon={<RotateCw aria-hidden />}
      onClick={() => isAtOnce && askToRun(String(job.amountMilli))}
    >
      {isAtOnce ? t("runAgainFor", { price: formatVnd(job.amountMilli, locale) }) : t("runAgain")}
    </ButtonLink>
  );
}
