"use client";

import { Check, Download, RotateCw } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { saveFile } from "@/components/ui/buttons/save-file";
import { ProgressBar } from "@/components/ui/feedback/progress-bar";
import { LivePlayer } from "@/components/ui/sound/live-player";
import type { LiveSound } from "@/components/ui/sound/live-sound";
import { Waveform } from "@/components/ui/sound/waveform";
import { Money } from "@/components/ui/text/money";
import type { Speech } from "@/lib/api/client/speech";
import { formatNumber } from "@/lib/platform/i18n/format";
import type { VoiceRecord } from "@/lib/speech/schema";
import { RunFailure } from "./bench-parts";
import { joinParts } from "./join-parts";
import type { Playhead } from "./playhead";
import { TakeLinks, TakeSound } from "./take";
import { isRunning, type Run, type Take } from "./use-runs";

/** The sounds that are still being made, and where what plays is. */
export type RunSounds = { soundOf: (run: Run, take: Take) => LiveSound | undefined; playhead: Playhead };

type PartsResultProps = {
  run: Run;
  business: string;
  sounds: RunSounds;
  onGoOn: () => void;
};

/** The parts of a long text: one sound, and one file once all are there. */
export function PartsResult({ run, business, sounds, onGoOn }: PartsResultProps) {
  const t = useTranslations("playground.parts");
  const done = run.takes.flatMap(({ speech }) => speech ?? []);
  const sum = done.reduce((total, { chargeMilli }) => total + chargeMilli, 0n);
  const isWhole = done.length === run.takes.length;
  const isLeft = !isWhole && !isRunning(run);
  const words = t("progress", { done: done.length, count: run.takes.length });

  return (
    <>
      <PartsSound run={run} done={done} isWhole={isWhole} sounds={sounds} />
      <div className="grid gap-1.5">
        <ProgressBar label={words} value={done.length} max={run.takes.length} />
        <p className="flex flex-wrap justify-between gap-x-4 text-muted text-sm tabular-nums">
          <span>{words}</span>
          <Money amountMilli={sum} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {isLeft && (
          <Button icon={<RotateCw />} onClick={onGoOn}>
            {t("goOn", { count: run.takes.length - done.length })}
          </Button>
        )}
        {!isLeft && <JoinedDownload done={done} isWhole={isWhole} />}
      </div>
      <details>
        <summary className="py-1 text-muted text-sm">{t("each")}</summary>
        <ol className="mt-2 grid max-h-96 gap-3 overflow-y-auto">
          {run.takes.map(
            (take, index) =>
              take.speech && (
                <li key={take.id} className="grid min-w-0 gap-2 border-line border-t pt-3 first:border-t-0 first:pt-0">
                  <p lang="vi" className="truncate text-muted text-sm">
                    {index + 1}. {take.request.text}
                  </p>
                  <div className="flex flex-wrap gap-2">
                    <TakeLinks speech={take.speech} business={business} />
                  </div>
                </li>
              ),
          )}
        </ol>
      </details>
    </>
  );
}

type PartsSoundProps = { run: Run; done: readonly Speech[]; isWhole: boolean; sounds: RunSounds };

function PartsSound({ run, done, isWhole, sounds: { soundOf, playhead } }: PartsSoundProps) {
  const t = useTranslations("playground.parts");
  const [isOver, setOver] = useState(false);
  const [first] = run.takes;
  const live = first && soundOf(run, first);
  const move = (place: { file: number; seconds: number }) => {
    const { request, times = [] } = run.takes[place.file] ?? {};
    playhead.move(request ? { text: request.text, times, seconds: place.seconds } : null);
  };
  const player = live && (
    <LivePlayer
      sound={live}
      title={t("whole")}
      onMove={({ place, isPlaying }) => isPlaying && move(place)}
      onOver={() => {
        setOver(true);
        playhead.move(null);
      }}
    />
  );
  if (player && !(isOver && isWhole)) return player;
  if (!isWhole) return null;
  return (
    <Waveform
      url={run.id}
      open={(signal) => joinParts(done, signal)}
      title={t("whole")}
      loading={player}
      onMove={(seconds) => (seconds > 0 ? move(placeAt(done, seconds)) : playhead.move(null))}
    />
  );
}

/** Which of joined files is played then. */
function placeAt(files: readonly Speech[], seconds: number): { file: number; seconds: number } {
  let before = 0;
  for (const [file, { response }] of files.entries()) {
    if (seconds < before + response.audioDuration) return { file, seconds: seconds - before };
    before += response.audioDuration;
  }
  return { file: files.length - 1, seconds };
}

function JoinedDownload({ done, isWhole }: { done: readonly Speech[]; isWhole: boolean }) {
  const t = useTranslations("playground.parts");
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const press = async () => {
    setState("busy");
    try {
      const file = await joinParts(done);
      saveFile(file, `vang.${file.type === "audio/mpeg" ? "mp3" : "wav"}`);
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return (
    <Button icon={<Download />} disabled={!isWhole} pending={state === "busy"} onClick={press}>
      {t(state === "failed" ? "downloadAgain" : "download")}
    </Button>
  );
}

type VoicesResultProps = {
  run: Run;
  voices: readonly VoiceRecord[];
  business: string;
  sounds: RunSounds;
  onKeepVoice: (voiceId: string) => void;
};

export function VoicesResult({ run, voices, business, sounds, onKeepVoice }: VoicesResultProps) {
  const t = useTranslations("playground");
  const locale = useLocale();
  return (
    <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
      {run.takes.map((take) => {
        const { id, request, speech = null, failure } = take;
        const voice = voices.find(({ voiceId }) => voiceId === request.voiceId);
        const name = voice?.name ?? request.voiceId;
        return (
          <li key={id} className="grid min-w-0 content-start gap-3 rounded-control border border-line p-3">
            {voice ? <VoiceLine voice={voice} /> : <p className="text-muted text-sm">{request.voiceId}</p>}
            {failure ? (
              <RunFailure failure={failure} kept={t("compare.othersKept")} />
            ) : (
              <>
                <TakeSound
                  compact
                  take={take}
                  live={sounds.soundOf(run, take)}
                  playhead={sounds.playhead}
                  title={t("compare.sound", { name })}
                />
                <p className="min-h-5 text-muted text-sm tabular-nums">
                  {speech && (
                    <>
                      {t("result.seconds", {
                        seconds: formatNumber(Number(speech.response.audioDuration.toFixed(2)), locale),
                      })}
                      {" · "}
                      <Money amountMilli={speech.chargeMilli} />
                    </>
                  )}
                </p>
                <div className="flex flex-wrap gap-2">
                  <Button size="small" icon={<Check />} onClick={() => onKeepVoice(request.voiceId)}>
                    {t("compare.keep", { name })}
                  </Button>
                  <TakeLinks speech={speech} business={business} />
                </div>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A voice in one line: `Ngọc · Nữ · Miền Nam`. */
export function VoiceLine({ voice }: { voice: VoiceRecord }) {
  const t = useTranslations("playground.voices");
  return (
    <p className="min-w-0 text-muted text-sm wrap-anywhere">
      {voice.name} · {t(`genders.${voice.gender}`)} · {t(`regions.${voice.region}`)}
    </p>
  );
}
