"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";

type UploadProgressProps = { sent: number | null; onCancel: () => void };

/** How much has been sent; then that the engine works, without an estimate, which can no longer be canceled. */
export function UploadProgress({ sent, onCancel }: UploadProgressProps) {
  const t = useTranslations("playground.transcribe");
  const words = sent === null ? t("listening") : t("uploading", { percent: Math.floor(sent * 100) });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="grid min-w-0 flex-1 gap-1.5">
        <progress
          className="h-2 w-full overflow-clip rounded-full accent-ink"
          aria-label={words}
          max={1}
          value={sent ?? undefined}
        />
        <p className="text-muted text-sm tabular-nums">{words}</p>
      </div>
      {sent !== null && <Button onClick={onCancel}>{t("cancel")}</Button>}
    </div>
  );
}
