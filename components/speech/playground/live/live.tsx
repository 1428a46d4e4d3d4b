"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { CodeTabs } from "@/components/api/code/code-tabs";
import { keep, readKept } from "@/components/shell/kept";
import { RegionSwitch } from "@/components/speech/playground/bench-parts";
import { ModelChoice } from "@/components/speech/playground/transcribe/model-choice";
import { WritingChoices, writingFieldsOf } from "@/components/speech/playground/transcribe/transcript-choices";
import { useFreshControls } from "@/components/speech/playground/use-bench";
import { Card } from "@/components/ui/text/card";
import { liveSamples } from "@/lib/api/code/live";
import type { Region } from "@/lib/platform/regions";
import type { ModelRecord } from "@/lib/speech/schema";
import type { Formatting } from "@/lib/speech/transcripts/choices";
import { MicrophoneCard } from "./microphone-card";
import { SpokenCard } from "./spoken-card";
import { useLive } from "./use-live";

type LiveProps = {
  business: string;
  baseUrl: string;
  regions: readonly Region[];
  models: readonly [ModelRecord, ...ModelRecord[]];
  /** The formatting that the business has set. */
  formatting: readonly Formatting[];
};

type Choices = { formatting: readonly Formatting[]; keyterms: string };

/** What a tab stores between visits. What was said is in the history. */
type KeptBench = { modelId: string; base: string; choices?: Choices };

/** The microphone, whose words appear while one speaks. */
export function Live({ business, baseUrl, regions, models, formatting }: LiveProps) {
  const t = useTranslations("ui.code");
  const found = useFreshControls(() => ({ kept: readKept<KeptBench>(business, "live") }));
  const kept = found?.kept;
  const [chosenModelId, setModelId] = useState<string>();
  const [chosenBase, setBase] = useState<string>();
  const [chosen, setChoices] = useState<Choices>();
  const model = models.find(({ modelId }) => modelId === (chosenModelId ?? kept?.modelId)) ?? models[0];
  const base = chosenBase ?? regions.find(({ url }) => url === kept?.base)?.url ?? "";
  const choices = chosen ?? kept?.choices ?? { formatting, keyterms: "" };
  const { state, isOn, start, stop } = useLive(business);
  const fields = writingFieldsOf(choices);
  const begin = (keepsWords: boolean) => start({ base, modelId: model.modelId, fields }, keepsWords);

  useEffect(() => {
    const now: KeptBench = { modelId: model.modelId, base, choices: chosen ?? kept?.choices };
    if (found) keep(business, "live", now);
  }, [found, business, model, base, chosen, kept]);

  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_384px] xl:gap-6">
      <div className="grid min-w-0 gap-4 xl:gap-6">
        <MicrophoneCard
          business={business}
          priceVnd={model.priceVnd}
          state={state}
          onStart={() => begin(false)}
          onReconnect={() => begin(true)}
          onStop={stop}
        />
        <SpokenCard business={business} state={state} isDemo={model.engine === "demo-synthetic"} />
        <CodeTabs label={t("request")} tabs={liveSamples(base || baseUrl, { ...fields, modelId: model.modelId })} />
      </div>
      <Card key={String(found !== undefined)}>
        {/* A session keeps what it began with. */}
        <fieldset disabled={isOn} className="grid min-w-0 gap-4">
          <ModelChoice isPerMinute models={models} model={model} onChange={setModelId} />
          <RegionSwitch regions={regions} base={base} onChange={setBase} />
          <div className="grid gap-5">
            <WritingChoices choices={choices} onChange={setChoices} />
          </div>
        </fieldset>
      </Card>
    </div>
  );
}
