"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";

/** How much has been sent; then that the engine works, without an estimate. */
export function UploadProgress({ progress, onCancel }: { progress: number; onCancel: () => void }) {
  const t = useTranslations("playground.transcribe");
  const isSent = progress >= 1;
  const words = isSent ? t("listening") : t("uploading", { percent: Math.floor(progress * 100) });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="grid min-w-0 flex-1 gap-1.5">
        <progress
          className="h-2 w-full overflow-clip rounded-full accent-ink"
          aria-label={words}
          max={1}
          value={isSent ? undefined : progress}
        />
        <p className="text-muted text-sm tabular-nums">{words}</p>
      </div>
      <Button onClick={onCancel}>{t("cancel")}</Button>
    </div>
  );
}
