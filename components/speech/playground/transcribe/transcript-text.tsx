"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { makeKeyring } from "@/components/speech/playground/keyring";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { saveFile } from "@/components/ui/buttons/save-file";
import { toast } from "@/components/ui/feedback/toast";
import { Waveform } from "@/components/ui/sound/waveform";
import { soundOf } from "@/lib/api/client/speech";
import { fetchSubtitles, type SubtitleFormat } from "@/lib/api/client/transcription";
import { formatSeconds } from "@/lib/platform/i18n/format";
import { type Cue, readCues } from "./cues";
import type { Transcript } from "./use-transcription";

type ReadOnlyTranscriptProps = {
  transcript: Transcript;
  keyring: ReturnType<typeof makeKeyring>;
  actions: ReactNode;
};

/** A transcript with the times of its parts, to play and to download: where it is stored in another region, or not at all. */
export function ReadOnlyTranscript({ transcript, keyring, actions }: ReadOnlyTranscriptProps) {
  const t = useTranslations("playground.transcribe");
  const { base, recognized } = transcript;
  const { transcript: text, trackingId, inputAudioUrl } = recognized.response;
  const cues = useCues(transcript, keyring);
  const [seekTo, setSeekTo] = useState<{ seconds: number }>();
  return (
    <>
      {text && (
        <p lang="vi" className="max-w-text whitespace-pre-wrap text-xl wrap-anywhere">
          {cues.map((cue, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cues of one transcript never change their order
            <span key={index}>
              <CueTime cue={cue} onSeek={inputAudioUrl ? (seconds) => setSeekTo({ seconds }) : undefined} /> {
                cue.text
              }{" "}
            </span>
          ))}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {text && (
          <>
            <CopyButton text={text} label={t("copy")} />
            <SubtitleButtons trackingId={trackingId} keyring={keyring} base={base} />
          </>
        )}
        {actions}
      </div>
      {inputAudioUrl && (
        <div className="grid gap-1">
          <h3 className="text-muted text-sm">{t("input")}</h3>
          <Waveform url={soundOf(inputAudioUrl, base)} title={t("input")} compact seekTo={seekTo} />
        </div>
      )}
    </>
  );
}

function CueTime({ cue: { start }, onSeek }: { cue: Cue; onSeek?: (seconds: number) => void }) {
  const t = useTranslations("playground.transcribe");
  if (start === undefined) return null;
  if (!onSeek) return <span className="px-1 font-mono text-muted text-sm">{formatSeconds(start)}</span>;
  return (
    <button
      type="button"
      aria-label={t("hearFrom", { time: formatSeconds(start) })}
      onClick={() => onSeek(start)}
      className="rounded-small px-1 font-mono text-muted text-sm underline decoration-line underline-offset-4 hover:bg-hover hover:text-ink"
    >
      {formatSeconds(start)}
    </button>
  );
}

type SubtitleButtonsProps = {
  trackingId: string;
  base: string;
  keyring: ReturnType<typeof makeKeyring>;
};

const formats: readonly SubtitleFormat[] = ["srt", "vtt"];

/** The transcript as subtitle files, as any client gets them from the lookup. */
function SubtitleButtons({ trackingId, base, keyring }: SubtitleButtonsProps) {
  const t = useTranslations("playground.transcribe");
  const [pending, setPending] = useState<SubtitleFormat | null>(null);

  async function save(format: SubtitleFormat) {
    setPending(format);
    const answer = await keyring
      .send((secret) => fetchSubtitles(trackingId, format, { secret, base }))
      .catch(() => null);
    setPending(null);
    if (answer?.status === "done") saveFile(new Blob([answer.text], { type: "text/plain" }), `${trackingId}.${format}`);
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

/** The transcript in parts with their times, from the lookup; until it answers, or where it cannot, one part. */
function useCues({ base, recognized }: Transcript, keyring: ReturnType<typeof makeKeyring>): readonly Cue[] {
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
