"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { makeKeyring } from "@/components/speech/playground/keyring";
import { Button } from "@/components/ui/buttons/button";
import { toast } from "@/components/ui/feedback/toast";
import { Textarea } from "@/components/ui/fields/controls";
import { fetchSubtitles, type SubtitleFormat } from "@/lib/api/client/transcription";
import { formatSeconds } from "@/lib/platform/i18n/format";
import { type Cue, readCues, withTexts } from "./cues";
import type { Transcript } from "./use-transcription";

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

type SubtitleButtonsProps = {
  trackingId: string;
  base: string;
  keyring: ReturnType<typeof makeKeyring>;
  texts: readonly string[] | null;
};

const formats: readonly SubtitleFormat[] = ["srt", "vtt"];

/** The transcript as subtitle files, as any client gets them from the lookup, with the corrections made here. */
export function SubtitleButtons({ trackingId, base, keyring, texts }: SubtitleButtonsProps) {
  const t = useTranslations("playground.transcribe");
  const [pending, setPending] = useState<SubtitleFormat | null>(null);

  async function save(format: SubtitleFormat) {
    setPending(format);
    const answer = await keyring
      .send((secret) => fetchSubtitles(trackingId, format, { secret, base }))
      .catch(() => null);
    setPending(null);
    if (answer?.status === "done")
      download(`${trackingId}.${format}`, texts ? withTexts(answer.text, texts, format) : answer.text);
    else toast(t("subtitlesFailed"), "danger");
  }

  return formats.map((format) => (
    <Button
      key={format}
      size="small"
      icon={<Download />}
      pending={pending === format}
      onClick={() => pending === null && save(format)}
    >
      {format.toUpperCase()}
    </Button>
  ));
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** The transcript in parts with their times, from the lookup; until it answers, or where it cannot, one part. */
export function useCues({ base, recognized }: Transcript, keyring: ReturnType<typeof makeKeyring>): readonly Cue[] {
  const { transcript, trackingId } = recognized.response;
  const { data } = useQuery({
    queryKey: ["cues", base, trackingId],
    queryFn: async () => {
      const answer = await keyring.send((secret) => fetchSubtitles(trackingId, "vtt", { secret, base }));
      return answer.status === "done" ? readCues(answer.text) : [];
    },
    enabled: Boolean(transcript),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data && data.length > 0 ? data : [{ text: transcript }];
}
