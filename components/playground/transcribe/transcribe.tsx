"use client";

import { useEffect, useRef, useState } from "react";
import { Card } from "@/components/ui/card";
import type { Region } from "@/lib/regions/regions";
import type { ModelRecord } from "@/lib/speech/schema";
import type { Heard } from "@/lib/transcription/queries";
import { keep, readKept } from "../kept";
import { RegionSwitch } from "../region-switch";
import { useFreshControls } from "../use-fresh-controls";
import { ModelChoice } from "./model-choice";
import { SourceCard } from "./source-card";
import { TranscriptArea } from "./transcript-area";
import { type Transcript, useTranscription } from "./use-transcription";

type TranscribeProps = {
  business: string;
  regions: readonly Region[];
  models: readonly [ModelRecord, ...ModelRecord[]];
  limits: { maxBytes: number; maxSeconds: number };
};

/** What a tab keeps between visits: not the file, which only the person can choose again. */
type KeptBench = {
  modelId: string;
  base: string;
  transcript: { base: string; heard: Omit<Heard, "chargeMilli"> & { chargeMilli: string } } | null;
};

/** An audio file, a model and the last transcript, as this tab has kept them for the business. */
export function Transcribe(props: TranscribeProps) {
  const root = useRef<HTMLDivElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const found = useFreshControls(() => {
    // Chosen before the page could react to it.
    const chosen = root.current?.querySelector<HTMLInputElement>("input[type=file]")?.files?.[0];
    if (chosen) setFile(chosen);
    return { kept: readKept<KeptBench>(props.business, "transcribe") };
  });
  const bench = { ...props, ...found, file, onFile: setFile };
  return (
    <div ref={root} className="contents">
      <Bench key={String(found !== undefined)} {...bench} isLive={found !== undefined} />
    </div>
  );
}

type BenchProps = TranscribeProps & {
  kept?: KeptBench;
  file: File | null;
  onFile: (file: File | null) => void;
  isLive: boolean;
};

function Bench({ business, regions, models, limits, kept, file, onFile, isLive }: BenchProps) {
  const [modelId, setModelId] = useState(kept?.modelId ?? "");
  const [base, setBase] = useState(regions.some(({ url }) => url === kept?.base) ? (kept?.base ?? "") : "");
  const bench = useTranscription(business, restoreTranscript(kept?.transcript));
  const { transcript } = bench;
  const model = models.find((each) => each.modelId === modelId) ?? models[0];

  useEffect(() => {
    const heard = transcript && { ...transcript.heard, chargeMilli: String(transcript.heard.chargeMilli) };
    const now: KeptBench = { modelId, base, transcript: transcript && heard && { ...transcript, heard } };
    if (isLive) keep(business, "transcribe", now);
  }, [isLive, business, modelId, base, transcript]);

  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_384px] xl:gap-6">
      <div className="grid min-w-0 gap-4 xl:gap-6">
        <SourceCard
          {...{ file, model, limits }}
          progress={bench.progress}
          onFile={onFile}
          onRun={() => file && bench.run({ file, modelId: model.modelId, base })}
          onCancel={bench.cancel}
        />
        <TranscriptArea {...bench} business={business} />
      </div>
      <Card>
        <div className="grid gap-4">
          <ModelChoice {...{ models, model }} onChange={setModelId} />
          <RegionSwitch {...{ regions, base }} onChange={setBase} />
        </div>
      </Card>
    </div>
  );
}

function restoreTranscript(kept: KeptBench["transcript"] | undefined): Transcript | null {
  return kept ? { ...kept, heard: { ...kept.heard, chargeMilli: BigInt(kept.heard.chargeMilli) } } : null;
}
