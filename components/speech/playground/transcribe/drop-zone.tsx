"use client";

import { clsx } from "clsx";
import { Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, useState } from "react";

/** What can be uploaded, as `acceptedAudio` says of the formats; `long`: for a long job, if there are any. */
export type UploadLimits = {
  maxBytes: number;
  maxSeconds: number;
  long?: { maxBytes: number; maxSeconds: number };
  formats: string;
  extensions: string;
};

type DropZoneProps = { limits: UploadLimits; onFile: (file: File) => void };

/** Drop a file here, or click to pick one: the whole area is the control's label. */
export function DropZone({ limits, onFile }: DropZoneProps) {
  const t = useTranslations("playground.transcribe");
  const [isOver, setOver] = useState(false);

  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };

  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        "grid min-h-44 cursor-pointer place-content-center justify-items-center gap-2 rounded-control border-2 border-dashed px-4 py-8 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2",
        isOver ? "border-ink bg-sunken" : "border-edge hover:bg-sunken",
      )}
    >
      <Upload aria-hidden className="size-6 text-muted" strokeWidth={1.5} />
      <span className="font-medium">{t("drop")}</span>
      <span className="text-muted text-sm">
        {limits.long
          ? t("long.formats", {
              formats: limits.formats,
              gigabytes: limits.long.maxBytes / 2 ** 30,
              hours: limits.long.maxSeconds / 3600,
            })
          : t("formats", {
              formats: limits.formats,
              megabytes: limits.maxBytes / 2 ** 20,
              minutes: limits.maxSeconds / 60,
            })}
      </span>
      <input
        type="file"
        className="sr-only"
        accept={limits.extensions}
        onChange={(event) => take(event.target.files)}
      />
    </label>
  );
}
