"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { Speech } from "@/lib/playground/queries";
import type { Region } from "@/lib/regions/regions";
import type { AudioFormat, ModelRecord } from "@/lib/speech/schema";
import { countCharacters, isSilent } from "@/lib/speech/text";
import { type Catalogue, type Draft, listVoicesOf, requestOf, restoreDraft, withModel, withSetting } from "./draft";
import { keep, readKept } from "./kept";
import { ReadingPreview } from "./reading-preview";
import { RegionSwitch } from "./region-switch";
import { ResultArea } from "./result-area";
import { SettingsCard } from "./settings-card";
import { TextCard } from "./text-card";
import { useFreshControls } from "./use-fresh-controls";
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

/** What a tab keeps between visits; the amount as text, for JSON has no numbers of its size. */
type KeptBench = { draft: Draft; base: string; speech: (Omit<Speech, "chargeMilli"> & { chargeMilli: string }) | null };

/** A text, a voice, a model's settings and the last result, as this tab has kept them for the business. */
export function Playground(props: PlaygroundProps) {
  const root = useRef<HTMLDivElement>(null);
  const found = useFreshControls(() => ({
    kept: readKept<KeptBench>(props.business, "speak"),
    // Typed before the page could react to it.
    typed: root.current?.querySelector("textarea")?.value,
  }));
  return (
    <div ref={root} className="contents">
      <Bench key={String(found !== undefined)} {...props} {...found} isLive={found !== undefined} />
    </div>
  );
}

type BenchProps = PlaygroundProps & { kept?: KeptBench; typed?: string; isLive: boolean };

function Bench(props: BenchProps) {
  const { business, baseUrl, catalogue, audioFormats, maxCharacters, regions, kept, typed, isLive } = props;
  const t = useTranslations("playground");
  const [first] = catalogue.models;
  const [draft, setDraft] = useState<Draft>(() => {
    const empty: Draft = {
      text: t("samples.greeting.text"),
      voiceId: "",
      modelId: "",
      config: {},
      audioFormat: "mp3",
    };
    const draft = restoreDraft(kept?.draft, withModel(empty, catalogue, first.modelId), catalogue, audioFormats);
    return typed === undefined || typed === empty.text ? draft : { ...draft, text: typed };
  });
  const [base, setBase] = useState(regions.some(({ url }) => url === kept?.base) ? (kept?.base ?? "") : "");
  const [last] = useState(() => kept?.speech && { ...kept.speech, chargeMilli: BigInt(kept.speech.chargeMilli) });
  const { speech, failure, running, run, keyring, isFresh } = useSpeech(business, base, last ?? null);
  const model = catalogue.models.find(({ modelId }) => modelId === draft.modelId) ?? first;
  const characters = countCharacters(draft.text);

  const speak = () => {
    if (characters <= maxCharacters && !isSilent(draft.text)) void run(requestOf(draft));
  };
  useRunShortcut(speak);
  useEffect(() => {
    const kept: KeptBench = { draft, base, speech: speech && { ...speech, chargeMilli: String(speech.chargeMilli) } };
    if (isLive) keep(business, "speak", kept);
  }, [isLive, business, draft, base, speech]);

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
              {...{ business, keyring, base }}
            />
          }
        />
        <ResultArea {...{ speech, failure, running, run, isFresh, catalogue, business }} baseUrl={base || baseUrl} />
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
          region={<RegionSwitch {...{ regions, base }} onChange={setBase} />}
        />
      </div>
    </div>
  );
}
