"use client";

import { Mic, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { formatSeconds } from "@/lib/platform/i18n/format";
import { useRecorder } from "./use-recorder";

export function RecordButton({ onFile }: { onFile: (file: File) => void }) {
  const t = useTranslations("playground.transcribe.recorder");
  const { state, start, stop } = useRecorder(t("fileName"), onFile);

  if (state.status === "recording") {
    return (
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <Button variant="danger" icon={<Square />} onClick={stop}>
          {t("stop")}
        </Button>
        <meter aria-label={t("level")} className="h-2 w-32" min={0} max={1} value={state.level} />
        <span className="text-muted tabular-nums">{formatSeconds(state.seconds)}</span>
      </div>
    );
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <Button icon={<Mic />} onClick={start}>
        {t("start")}
      </Button>
      <p role="status" className="text-muted text-sm">
        {state.status !== "idle" && t(state.status)}
      </p>
    </div>
  );
}
