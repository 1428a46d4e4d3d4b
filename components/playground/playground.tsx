"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Region } from "@/lib/regions/regions";
import type { AudioFormat, ModelRecord } from "@/lib/speech/schema";
import { countCharacters, isSilent } from "@/lib/speech/text";
import { type Catalogue, type Draft, listVoicesOf, requestOf, withModel, withSetting } from "./draft";
import { ReadingPreview } from "./reading-preview";
import { RegionSwitch } from "./region-switch";
import { ResultArea } from "./result-area";
import { SettingsCard } from "./settings-card";
import { TextCard } from "./text-card";
import { useRunShortcut } from "./use-run-shortcut";
import { useSpeech } from "./use-speech";
import { VoicePicker } from "./voice-picker";

type PlaygroundProps = {
  business: string;
  /** Where partners reach this installation, for the request as code. */
  baseUrl: string;
  catalogue: Catalogue & { models: readonly [ModelRecord, ...ModelRecord[]] };
  audioFormats: readonly AudioFormat[];
  maxCharacters: number;
  regions: readonly Region[];
};

/** The bench: a text, a voice, a model's settings, and what comes out. */
export function Playground({ business, baseUrl, catalogue, audioFormats, maxCharacters, regions }: PlaygroundProps) {
  const t = useTranslations("playground");
  const [first] = catalogue.models;
  const [draft, setDraft] = useState<Draft>(() =>
    withModel(
      { text: t("samples.greeting.text"), voiceId: "", modelId: "", config: {}, audioFormat: "mp3" },
      catalogue,
      first.modelId,
    ),
  );
  const [base, setBase] = useState("");
  const { speech, failure, running, run, keyring } = useSpeech(business, base);
  const model = catalogue.models.find(({ modelId }) => modelId === draft.modelId) ?? first;
  const characters = countCharacters(draft.text);

  const speak = () => {
    if (characters <= maxCharacters && !isSilent(draft.text)) void run(requestOf(draft));
  };
  useRunShortcut(speak);

  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_384px] xl:gap-6">
      <div className="grid min-w-0 gap-4 xl:gap-6">
        <TextCard
          text={draft.text}
          characters={characters}
          limits={{ maxCharacters, priceVnd: model.priceVnd }}
          voice={catalogue.voices.find(({ voiceId }) => voiceId === draft.voiceId)}
          isRunning={running !== null}
          onChange={(text) => setDraft({ ...draft, text })}
          onRun={speak}
          preview={
            <ReadingPreview
              request={{ text: draft.text, voiceId: draft.voiceId, modelId: model.modelId }}
              {...{ keyring, base }}
            />
          }
        />
        <ResultArea {...{ speech, failure, running, run, catalogue, business }} baseUrl={base || baseUrl} />
      </div>
      <div className="grid min-w-0 gap-4 xl:gap-6">
        <div id="voices" className="min-w-0 scroll-mt-18">
          <VoicePicker
            voices={listVoicesOf(catalogue, model.modelId)}
            voiceId={draft.voiceId}
            onChange={(voiceId) => setDraft({ ...draft, voiceId })}
          />
        </div>
        <SettingsCard
          {...{ draft, model, audioFormats, models: catalogue.models }}
          onModel={(modelId) => setDraft(withModel(draft, catalogue, modelId))}
          onFormat={(audioFormat) => setDraft({ ...draft, audioFormat })}
          onSetting={(name, value) => setDraft(withSetting(draft, model, name, value))}
          onReset={() => setDraft({ ...draft, config: {}, audioFormat: "mp3" })}
          region={<RegionSwitch regions={regions} onChange={setBase} />}
        />
      </div>
    </div>
  );
}
