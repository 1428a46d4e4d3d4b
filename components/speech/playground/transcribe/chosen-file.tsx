"use client";

import { X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Waveform } from "@/components/ui/sound/waveform";
import { formatBytes, formatNumber } from "@/lib/platform/i18n/format";

/** Decoding an hour for its wave would take the memory of a phone. */
const mostDecoded = 5_000_000;

type ChosenFileProps = { file: File; url: string | null; seconds: number | null; onRemove?: () => void };

export function ChosenFile({ file, url, seconds, onRemove }: ChosenFileProps) {
  const t = useTranslations("playground.transcribe");
  const length = useTranslations("playground.result");
  const locale = useLocale();
  return (
    <div className="grid gap-3 rounded-control border border-line bg-sunken p-3">
      <div className="flex min-w-0 items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{file.name}</p>
          <p className="text-muted text-sm tabular-nums">
            {formatBytes(file.size, locale)}
            {seconds !== null &&
              ` · ${length("seconds", { seconds: formatNumber(Number(seconds.toFixed(1)), locale) })}`}
          </p>
        </div>
        {onRemove && <IconButton label={t("remove")} icon={<X />} onClick={onRemove} />}
      </div>
      {url &&
        (file.size <= mostDecoded ? (
          <Waveform key={url} url={url} title={file.name} compact />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: its words are what is about to be found
          <audio src={url} controls preload="metadata" aria-label={file.name} className="h-10 w-full" />
        ))}
    </div>
  );
}
