"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { keep, readKept } from "@/components/shell/kept";
import { RegionSwitch } from "@/components/speech/playground/bench-parts";
import { useForgottenQuery, useFreshControls } from "@/components/speech/playground/use-bench";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import type { Recognized } from "@/lib/api/client/transcription";
import type { Region } from "@/lib/platform/regions";
import type { RecognizedAgain } from "@/lib/speech/history/describe";
import type { ModelRecord } from "@/lib/speech/schema";
import type { Formatting } from "@/lib/speech/transcripts/choices";
import type { UploadLimits } from "./drop-zone";
import { beginUpload, currentUpload, onUploadChange } from "./long-upload";
import { ModelChoice } from "./model-choice";
import { SourceCard } from "./source-card";
import { TranscriptArea } from "./transcript-area";
import { type Choices, ChoicesPreview, fieldsOf, TranscriptChoices } from "./transcript-choices";
import { type Running, type Transcript, useTranscription } from "./use-transcription";

const LongUploadCard = dynamic(() => import("./long-upload-card"), { ssr: false });

type TranscribeProps = {
  business: string;
  baseUrl: string;
  regions: readonly Region[];
  models: readonly [ModelRecord, ...ModelRecord[]];
  limits: UploadLimits;
  /** The formatting that the business has set. */
  formatting: readonly Formatting[];
  again?: RecognizedAgain;
};

/** What a tab stores between visits: not the file, which only the person can choose again. */
type KeptBench = {
  modelId: string;
  base: string;
  choices?: Choices;
  transcript: {
    base: string;
    fileName?: string;
    modelId?: string;
    recognized: Omit<Recognized, "chargeMilli"> & { chargeMilli: string };
  } | null;
  running?: Running | null;
};

export function Transcribe({ business, baseUrl, regions, models, limits, formatting, again }: TranscribeProps) {
  const t = useTranslations("playground.transcribe");
  const found = useFreshControls(() => ({ kept: readKept<KeptBench>(business, "transcribe") }));
  const isLive = found !== undefined;
  const kept = found?.kept;
  const [file, setFile] = useState<File | null>(null);
  const [chosenModelId, setModelId] = useState<string>();
  const modelId = chosenModelId ?? again?.modelId ?? kept?.modelId ?? "";
  useForgottenQuery(again !== undefined);
  useEffect(() => {
    const leave = new AbortController();
    if (again?.inputPath) void fetchFile(again.inputPath, again.fileName, leave.signal).then(setFile, () => undefined);
    return () => leave.abort();
  }, [again]);
  const [chosenBase, setBase] = useState<string>();
  const base = chosenBase ?? regions.find(({ url }) => url === kept?.base)?.url ?? "";
  const last = useMemo(
    () => (isLive ? { transcript: restoreTranscript(kept?.transcript), running: kept?.running ?? null } : undefined),
    [isLive, kept],
  );
  const bench = useTranscription(business, last);
  const { transcript, running } = bench;
  const isUploading = useSyncExternalStore(
    onUploadChange,
    () => currentUpload(business) !== null,
    () => false,
  );
  const [chosen, setChoices] = useState<Choices>();
  const choices = chosen ?? kept?.choices ?? { formatting, keyterms: "", diarize: false, redact: [] };
  const model = models.find((each) => each.modelId === modelId) ?? models[0];

  useEffect(() => {
    const recognized = transcript && {
      ...transcript.recognized,
      chargeMilli: String(transcript.recognized.chargeMilli),
    };
    const stored = transcript && recognized && { ...transcript, recognized };
    const now: KeptBench = { modelId, base, choices: chosen ?? kept?.choices, transcript: stored, running };
    if (isLive) keep(business, "transcribe", now);
  }, [isLive, business, modelId, base, chosen, kept, transcript, running]);

  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_384px] xl:gap-6">
      <div className="grid min-w-0 gap-4 xl:gap-6">
        {again && !again.inputPath && <Notice>{t("againWithoutFile")}</Notice>}
        {isUploading ? (
          <LongUploadCard business={business} />
        ) : (
          <SourceCard
            file={file}
            model={model}
            limits={limits}
            canBeLong={base === ""}
            running={running}
            sent={bench.isSending ? bench.sent : null}
            onFile={setFile}
            onRun={(isLong) => {
              if (!file) return;
              const { modelId, priceId } = model;
              // Speakers are distinguished in a whole recording only.
              const isDiarized = !isLong && choices.diarize && model.diarizes === true;
              const fields = fieldsOf({ ...choices, diarize: isDiarized });
              if (isLong) beginUpload(business, file, { modelId, fields });
              else bench.run({ file, modelId, priceId, base, fields });
            }}
            onCancel={bench.cancel}
          />
        )}
        {!isUploading && <TranscriptArea {...bench} business={business} baseUrl={baseUrl} hasFile={file !== null} />}
      </div>
      <Card key={String(isLive)}>
        {/* What is being uploaded has its choices. */}
        <fieldset disabled={isUploading} className="grid min-w-0 gap-4 disabled:opacity-50">
          <ModelChoice models={models} model={model} onChange={setModelId} />
          <RegionSwitch regions={regions} base={base} onChange={setBase} />
          <TranscriptChoices choices={choices} diarizesBy={model.diarizesBy} onChange={setChoices}>
            {chosen && transcript && !transcript.base && (
              <ChoicesPreview
                business={business}
                trackingId={transcript.recognized.response.trackingId}
                transcript={transcript.recognized.response.transcript}
                choices={choices}
              />
            )}
          </TranscriptChoices>
        </fieldset>
      </Card>
    </div>
  );
}

async function fetchFile(path: string, name: string | null, signal: AbortSignal): Promise<File> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`upload: status ${response.status}`);
  const blob = await response.blob();
  return new File([blob], name ?? path.split("/").pop() ?? "audio", { type: blob.type });
}

function restoreTranscript(kept: KeptBench["transcript"] | undefined): Transcript | null {
  return kept
    ? { ...kept, recognized: { ...kept.recognized, chargeMilli: BigInt(kept.recognized.chargeMilli) } }
    : null;
}
