"use client";

import { clsx } from "clsx";
import { ChevronDown, Download, Play, Square } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { buttonClass } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { ProgressBar } from "@/components/ui/feedback/progress-bar";
import { SoundPlayer } from "@/components/ui/sound/sound-player";
import { formatNumber, formatSeconds } from "@/lib/platform/i18n/format";
import type { BookChapter } from "@/lib/speech/jobs/texts/queries";
import type { Change, Changes } from "./book-chapters";
import { ChapterText } from "./chapter-text";

export type ChapterProps = {
  business: string;
  jobId: string;
  chapter: BookChapter;
  /** Where the player is, in seconds, while it is in this chapter. */
  at: number | undefined;
  changes: Changes;
  onPlay: (seconds: number) => void;
  /** Null leaves a part as it is. Missing where nothing can be changed. */
  onChange?: (number: number, change: Change | null) => void;
};

/** At its slowest, so that a long chapter is never taken for a short one. */
const charactersPerSecond = 10;

/** A chapter with how far it is; once all is read, with its sound and text. */
export function ChapterRow({ format, ...props }: ChapterProps & { format: string | undefined }) {
  const { chapter, at, onPlay } = props;
  const { number, parts, partsDone, start, end, path } = chapter;
  const t = useTranslations("books.job");
  const words = useTranslations("books.chapters");
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [isPlayed, setPlayed] = useState(false);
  const title = chapter.title ?? words("untitled", { number });
  const isRead = start !== null && end !== null;

  return (
    <li
      className={clsx("border-line border-b last:border-b-0", at !== undefined && "shadow-[inset_2px_0_0_var(--ink)]")}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pl-2">
        {isRead && <IconButton label={t("play", { title })} icon={<Play />} onClick={() => onPlay(start)} />}
        <div className="min-w-0 flex-1 basis-48">
          <p className="wrap-anywhere font-medium">{title}</p>
          <p className="flex flex-wrap gap-x-3 text-muted text-sm tabular-nums">
            {isRead && <span>{formatSeconds(end - start)}</span>}
            <span>{words("characters", { count: formatNumber(chapter.characters, locale) })}</span>
            <span>{chapter.voice}</span>
            {!isRead && <span>{partsDone === parts ? t("done") : t("partsDone", { done: partsDone, parts })}</span>}
          </p>
        </div>
        {!isRead && path && (
          <IconButton
            label={t(isPlayed ? "stop" : "play", { title })}
            icon={isPlayed ? <Square /> : <Play />}
            onClick={() => setPlayed(!isPlayed)}
          />
        )}
        {!isRead && (
          <div className="w-32">
            <ProgressBar label={title} max={parts} value={partsDone} />
          </div>
        )}
        {isRead && (
          <div className="flex items-center gap-2">
            {path && format && (
              <a
                href={path}
                download
                aria-label={t("downloadChapter", { title, format: format.toUpperCase() })}
                className={buttonClass({ size: "small", variant: "ghost" })}
              >
                <Download aria-hidden />
                {format.toUpperCase()}
              </a>
            )}
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={t("textOf", { title })}
              onClick={() => setOpen(!isOpen)}
              className={buttonClass({ size: "small" })}
            >
              <ChevronDown aria-hidden className={clsx(isOpen && "rotate-180")} />
              {t("text")}
            </button>
          </div>
        )}
      </div>
      {!isRead && isPlayed && path && (
        <div className="px-2 pb-3">
          <SoundPlayer url={path} title={title} seconds={chapter.characters / charactersPerSecond} compact autoPlay />
        </div>
      )}
      {isOpen && isRead && <ChapterText {...props} />}
    </li>
  );
}
