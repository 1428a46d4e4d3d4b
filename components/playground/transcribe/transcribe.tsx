"use client";

import { useState } from "react";
import { Card } from "@/components/ui/card";
import type { Region } from "@/lib/regions/regions";
import type { ModelRecord } from "@/lib/speech/schema";
import { RegionSwitch } from "../region-switch";
import { ModelChoice } from "./model-choice";
import { SourceCard } from "./source-card";
import { TranscriptArea } from "./transcript-area";
import { useTranscription } from "./use-transcription";

type TranscribeProps = {
  business: string;
  regions: readonly Region[];
  models: readonly [ModelRecord, ...ModelRecord[]];
  limits: { maxBytes: number; maxSeconds: number };
};

/** The other bench: a sound, and the words in it. */
export function Transcribe({ business, regions, models, limits }: TranscribeProps) {
  const [file, setFile] = useState<File | null>(null);
  const [modelId, setModelId] = useState(models[0].modelId);
  const [base, setBase] = useState("");
  const bench = useTranscription(business);
  const model = models.find((each) => each.modelId === modelId) ?? models[0];

  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_384px] xl:gap-6">
      <div className="grid min-w-0 gap-4 xl:gap-6">
        <SourceCard
          {...{ file, model, limits }}
          progress={bench.progress}
          onFile={setFile}
          onRun={() => file && bench.run({ file, modelId, base })}
          onCancel={bench.cancel}
        />
        <TranscriptArea {...bench} business={business} />
      </div>
      <Card>
        <div className="grid gap-4">
          <ModelChoice {...{ models, model }} onChange={setModelId} />
          <RegionSwitch regions={regions} onChange={setBase} />
        </div>
      </Card>
    </div>
  );
}
