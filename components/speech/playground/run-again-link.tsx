"use client";

import { RotateCw } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button";
import { formatVnd } from "@/lib/platform/i18n/format";
import type { JobView } from "@/lib/speech/history/describe";
import { runAgainPath } from "@/lib/speech/path";

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

// Erased at sign-out, with what else `forgetKept` erases.
const name = "vang.playground.run";

/** A link is followed at once, or not at all. */
const validMs = 30_000;

/** The next playground of this tab runs what it is filled with, if that costs no more than this. */
function askToRun(mostMilli: string): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ mostMilli, at: Date.now() }));
  } catch {
    // Storage can be forbidden: the playground is then only filled.
  }
}

/** Whether a run at this price was requested. True once. */
export function takeRun(milli: bigint): boolean {
  try {
    const { mostMilli = "0", at = 0 } = JSON.parse(sessionStorage.getItem(name) ?? "{}");
    sessionStorage.removeItem(name);
    return Date.now() - at < validMs && milli <= BigInt(mostMilli);
  } catch {
    return false;
  }
}
