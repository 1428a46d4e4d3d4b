"use client";

import { Download, History, RotateCw, Route as TraceIcon } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { tracePath } from "@/components/trace/trace-path";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { CopyButton } from "@/components/ui/buttons/copy-button";

type ResultActionsProps = {
  /** The audio's URL on this site; null while it is being generated. */
  source: string | null;
  command: string;
  business: string;
  /** Opens this job's trace; without it, the history. */
  trackingId?: string;
  onRunAgain: () => void;
};

export function ResultActions({ source, command, business, trackingId, onRunAgain }: ResultActionsProps) {
  const t = useTranslations("playground.result");
  return (
    <div className="flex flex-wrap gap-2">
      <a
        href={source ?? undefined}
        download
        aria-disabled={!source || undefined}
        className={buttonClass({ size: "small" })}
      >
        <Download />
        {t("download")}
      </a>
      <Button size="small" icon={<RotateCw />} pending={!source} onClick={onRunAgain}>
        {t("runAgain")}
      </Button>
      <CopyButton text={command} label={t("copyCurl")} />
      <ButtonLink
        size="small"
        icon={trackingId ? <TraceIcon /> : <History />}
        href={trackingId ? tracePath(business, trackingId) : (`/console/${business}/history` as Route)}
      >
        {t(trackingId ? "trace" : "history")}
      </ButtonLink>
    </div>
  );
}
