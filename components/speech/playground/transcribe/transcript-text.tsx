"use client";

import { useTranslations } from "next-intl";
import { Textarea } from "@/components/ui/fields/textarea";
import { formatSeconds } from "@/lib/platform/i18n/format";
import type { Cue } from "./cues";

type TranscriptTextProps = {
  cues: readonly Cue[];
  /** The words after corrections, one text for each cue. */
  texts: readonly string[];
  isEditing: boolean;
  onEdit: (texts: string[]) => void;
  /** Plays from there; undefined where the audio is no longer stored. */
  onSeek?: (seconds: number) => void;
};

/** The transcript with the times of its parts, to play them or to correct their words. */
export function TranscriptText({ cues, texts, isEditing, onEdit, onSeek }: TranscriptTextProps) {
  const t = useTranslations("playground.transcribe");
  const time = ({ start }: Cue) =>
    start !== undefined &&
    (onSeek ? (
      <button
        type="button"
        aria-label={t("hearFrom", { time: formatSeconds(start) })}
        onClick={() => onSeek(start)}
        className="rounded-small px-1 font-mono text-muted text-sm underline decoration-line underline-offset-4 hover:bg-hover hover:text-ink"
      >
        {formatSeconds(start)}
      </button>
    ) : (
      <span className="px-1 font-mono text-muted text-sm">{formatSeconds(start)}</span>
    ));

  if (isEditing) {
    return (
      <ol className="grid gap-2">
        {cues.map((cue, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cues of one transcript never change their order
          <li key={index} className="flex items-start gap-2">
            <span className="shrink-0 pt-2">{time(cue)}</span>
            <Textarea
              lang="vi"
              rows={2}
              aria-label={t("correct", { number: index + 1 })}
              value={texts[index] ?? ""}
              onChange={(event) => onEdit(texts.map((text, at) => (at === index ? event.target.value : text)))}
            />
          </li>
        ))}
      </ol>
    );
  }
  return (
    <p lang="vi" className="max-w-text whitespace-pre-wrap text-xl wrap-anywhere">
      {cues.map((cue, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cues of one transcript never change their order
        <span key={index}>
          {time(cue)} {texts[index]}{" "}
        </span>
      ))}
    </p>
  );
}
