"use client";

import { FileText, Mic, Square, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useRunShortcut } from "@/components/speech/playground/use-bench";
import { Button } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Notice } from "@/components/ui/feedback/notice";
import { ProgressBar } from "@/components/ui/feedback/progress-bar";
import { FieldError } from "@/components/ui/fields/field";
import { Wave } from "@/components/ui/sound/wave";
import { Waveform } from "@/components/ui/sound/waveform";
import { Card } from "@/components/ui/text/card";
import { ShortcutHint } from "@/components/ui/text/shortcut-hint";
import { declaredLength } from "@/lib/engines/audio/length";
import { formatBytes, formatNumber, formatSeconds, formatVnd } from "@/lib/platform/i18n/format";
import { startedSeconds } from "@/lib/speech/choices";
import type { ModelRecord } from "@/lib/speech/schema";
import { DropZone, type UploadLimits } from "./drop-zone";
import { shownLevels, useRecorder } from "./use-recorder";
import type { Running } from "./use-transcription";

type SourceCardProps = {
  file: File | null;
  model: ModelRecord;
  limits: UploadLimits;
  /** Whether a recording that is too long for one request can become a long job. */
  canBeLong: boolean;
  running: Running | null;
  /** How much of the running one has been sent, from 0 to 1; null once the server has it. */
  sent: number | null;
  onFile: (file: File | null) => void;
  onRun: (isLong: boolean) => void;
  onCancel: () => void;
};

export function SourceCard({
  file,
  model,
  limits,
  canBeLong,
  running,
  sent,
  onFile,
  onRun,
  onCancel,
}: SourceCardProps) {
  const t = useTranslations("playground.transcribe");
  const { url, seconds } = useLength(file);
  const isRunning = running !== null;
  const isLong = file !== null && exceeds({ size: file.size, seconds }, limits) !== null;
  const complaint = file && complain(file, seconds);
  const isReady = file !== null && !complaint;
  const run = () => {
    if (isReady && !isRunning) onRun(isLong);
  };

  function complain({ name, size, type }: File, seconds: number | null): string | null {
    const most = canBeLong && limits.long ? limits.long : limits;
    const [megabytes, minutes] = [most.maxBytes / 2 ** 20, most.maxSeconds / 60];
    const excess = exceeds({ size, seconds }, most);
    if (excess === "bytes")
      return megabytes < 1024 ? t("tooLarge", { megabytes }) : t("long.tooLarge", { gigabytes: megabytes / 1024 });
    if (excess === "seconds")
      return minutes < 60 ? t("tooLong", { minutes }) : t("long.tooLong", { hours: minutes / 60 });
    // A large file is not sent only to learn that.
    return isLong && type !== "" && !/^(audio|video)\/|ogg|octet-stream/.test(type) ? t("notAudio", { name }) : null;
  }

  useRunShortcut(run);

  return (
    <Card>
      <div className="grid gap-4">
        <h2 className="font-semibold">{t("source")}</h2>
        {file ? (
          <ChosenFile file={file} url={url} seconds={seconds} onRemove={isRunning ? undefined : () => onFile(null)} />
        ) : running ? (
          <p className="font-medium wrap-anywhere">{running.fileName}</p>
        ) : (
          <DropZone limits={limits} onFile={onFile} />
        )}
        {complaint && <FieldError id="file-error">{complaint}</FieldError>}
        {isLong && !complaint && <Notice>{t("long.notice")}</Notice>}
        {running ? (
          <UploadProgress sent={sent} onCancel={onCancel} />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            {file ? <PriceLine priceVnd={model.priceVnd} seconds={seconds} /> : <RecordButton onFile={onFile} />}
            <div className="flex items-center gap-3 max-sm:grid max-sm:w-full">
              <ShortcutHint letter="Enter" />
              <Button
                variant="primary"
                icon={<FileText />}
                disabled={!isReady}
                aria-keyshortcuts="Control+Enter Meta+Enter"
                onClick={run}
              >
                {t("run")}
              </Button>
            </div>
          </div>
        )}
      </div>
    </Card>
  );
}

type Most = { maxBytes: number; maxSeconds: number };

/** Which of the limits a file exceeds, as far as its length is known. */
function exceeds({ size, seconds }: { size: number; seconds: number | null }, { maxBytes, maxSeconds }: Most) {
  if (size > maxBytes) return "bytes";
  return startedSeconds(seconds ?? 0) > maxSeconds ? "seconds" : null;
}

/** Decoding an hour for its wave would take the memory of a phone. */
const mostDecoded = 5_000_000;

type ChosenFileProps = { file: File; url: string | null; seconds: number | null; onRemove?: () => void };

function ChosenFile({ file, url, seconds, onRemove }: ChosenFileProps) {
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

/** What the run will cost, by the started second; if the browser does not know the length, the price of a second. */
function PriceLine({ priceVnd, seconds }: { priceVnd: number; seconds: number | null }) {
  const t = useTranslations("playground.transcribe");
  const locale = useLocale();
  const price = formatVnd(
    BigInt(Math.round(priceVnd * 1000)) * BigInt(seconds === null ? 1 : startedSeconds(seconds)),
    locale,
  );
  return (
    <p className="text-muted text-sm tabular-nums">
      {t.rich(seconds === null ? "priceUnknown" : "price", {
        price,
        strong: (words) => <strong className="font-medium text-ink">{words}</strong>,
      })}
    </p>
  );
}

/** Larger files are rejected anyway. */
const mostMeasured = 50_000_000;

/**
 * A chosen file as an object URL, and its length in seconds as it is charged; null while unknown, as of recordings that
 * carry none. What the file itself declares comes first: browsers count an encoder's padding, each in its own way.
 */
function useLength(file: File | null): { url: string | null; seconds: number | null } {
  const [known, setKnown] = useState<{ url: string; seconds: number | null } | null>(null);

  useEffect(() => {
    if (!file) return setKnown(null);
    const url = URL.createObjectURL(file);
    setKnown({ url, seconds: null });
    const probe = new Audio();
    probe.preload = "metadata";
    // Also when a better estimate replaces the first one.
    probe.ondurationchange = () => {
      if (Number.isFinite(probe.duration)) setKnown({ url, seconds: probe.duration });
    };
    let isLeft = false;
    const measure = async () => {
      const declared = file.size > mostMeasured ? null : declaredLength(new Uint8Array(await file.arrayBuffer()));
      if (isLeft) return;
      if (declared === null) probe.src = url;
      else setKnown({ url, seconds: declared });
    };
    measure().catch(() => {
      // A file that was moved or deleted meanwhile: running it says so.
    });
    return () => {
      isLeft = true;
      probe.removeAttribute("src");
      // A player that was just removed can still read from it.
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    };
  }, [file]);

  return known ?? { url: null, seconds: null };
}

type UploadProgressProps = { sent: number | null; onCancel: () => void };

/** How much has been sent; then that the engine works, without an estimate, which can no longer be canceled. */
function UploadProgress({ sent, onCancel }: UploadProgressProps) {
  const t = useTranslations("playground.transcribe");
  const words = sent === null ? t("listening") : t("uploading", { percent: Math.floor(sent * 100) });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="grid min-w-0 flex-1 gap-1.5">
        <ProgressBar label={words} value={sent ?? undefined} />
        <p className="text-muted text-sm tabular-nums">{words}</p>
      </div>
      {sent !== null && <Button onClick={onCancel}>{t("cancel")}</Button>}
    </div>
  );
}

function RecordButton({ onFile }: { onFile: (file: File) => void }) {
  const t = useTranslations("playground.transcribe.recorder");
  const { state, start, stop } = useRecorder(t("fileName"), onFile);

  if (state.status === "recording") {
    // The newest moment is on the right from the beginning.
    const levels = [...Array<number>(shownLevels - state.levels.length).fill(0), ...state.levels];
    return (
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <Button variant="danger" icon={<Square />} onClick={stop}>
          {t("stop")}
        </Button>
        <span className="relative">
          <Wave bars={levels} className="h-8" />
          <meter aria-label={t("level")} className="sr-only" min={0} max={1} value={levels.at(-1)} />
        </span>
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
