"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { keep, readKept } from "@/components/shell/kept";
import { RegionSwitch } from "@/components/speech/playground/region-switch";
import { useForgottenQuery } from "@/components/speech/playground/use-forgotten-query";
import { useFreshControls } from "@/components/speech/playground/use-fresh-controls";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import type { Recognized } from "@/lib/api/client/transcription";
import type { Region } from "@/lib/platform/regions";
import type { RecognizedAgain } from "@/lib/speech/history/describe";
import type { ModelRecord } from "@/lib/speech/schema";
import type { UploadLimits } from "./drop-zone";
import { ModelChoice } from "./model-choice";
import { SourceCard } from "./source-card";
import { TranscriptArea } from "./transcript-area";
import { type Running, type Transcript, useTranscription } from "./use-transcription";

type TranscribeProps = {
  business: string;
  baseUrl: string;
  regions: readonly Region[];
  models: readonly [ModelRecord, ...ModelRecord[]];
  limits: UploadLimits;
  again?: RecognizedAgain;
};

/** What a tab stores between visits: not the file, which only the person can choose again. */
type KeptBench = {
  modelId: string;
  base: string;
  corrected: readonly string[] | null;
  transcript: {
    base: string;
    fileName?: string;
    modelId?: string;
    recognized: Omit<Recognized, "chargeMilli"> & { chargeMilli: string };
  } | null;
  running?: Running | null;
};

export function Transcribe({ business, baseUrl, regions, models, limits, again }: TranscribeProps) {
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
  const [changed, setChanged] = useState<readonly string[] | null>();
  const corrected = changed === undefined ? (kept?.corrected ?? null) : changed;
  const model = models.find((each) => each.modelId === modelId) ?? models[0];

  useEffect(() => {
    const recognized = transcript && {
      ...transcript.recognized,
      chargeMilli: String(transcript.recognized.chargeMilli),
    };
    const stored = transcript && recognized && { ...transcript, recognized };
    const now: KeptBench = { modelId, base, corrected, transcript: stored, running };
    if (isLive) keep(business, "transcribe", now);
  }, [isLive, business, modelId, base, corrected, transcript, running]);

  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_384px] xl:gap-6">
      <div className="grid min-w-0 gap-4 xl:gap-6">
        {again && !again.inputPath && <Notice>{t("againWithoutFile")}</Notice>}
        <SourceCard
          {...{ file, model, limits, running }}
          sent={bench.isSending ? bench.sent : null}
          onFile={setFile}
          onRun={() => {
            if (!file) return;
            setChanged(null);
            bench.run({ file, modelId: model.modelId, priceId: model.priceId, base });
          }}
          onCancel={bench.cancel}
        />
        <TranscriptArea
          {...bench}
          {...{ corrected, business, baseUrl }}
          hasFile={file !== null}
          onCorrect={setChanged}
        />
      </div>
      <Card key={String(isLive)}>
        <div className="grid gap-4">
          <ModelChoice {...{ models, model }} onChange={setModelId} />
          <RegionSwitch {...{ regions, base }} onChange={setBase} />
        </div>
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
