"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { Notice } from "@/components/ui/feedback/notice";
import type { Speech } from "@/lib/api-client/speech";
import { quote } from "@/lib/billing/prices/quote";
import type { SpokenAgain } from "@/lib/history/again";
import type { Region } from "@/lib/regions";
import type { AudioFormat, ModelRecord, TtsRequest } from "@/lib/speech/schema";
import { countCharacters, isSilent } from "@/lib/text";
import {
  type Catalogue,
  type Draft,
  draftOf,
  listVoicesOf,
  requestOf,
  restoreDraft,
  withModel,
  withSetting,
} from "./draft";
import { keep, readKept } from "./kept";
import { ReadingControl } from "./reading-control";
import { ReadingPreview } from "./reading-preview";
import { RegionSwitch } from "./region-switch";
import { ResultArea } from "./result-area";
import { SettingsCard } from "./settings-card";
import { TextCard } from "./text-card";
import { useForgottenQuery } from "./use-forgotten-query";
import { useFreshControls } from "./use-fresh-controls";
import { useReadingPreview } from "./use-reading-preview";
import { useRunShortcut } from "./use-run-shortcut";
import { useSpeech } from "./use-speech";
import { VoicePicker } from "./voice-picker";

type PlaygroundProps = {
  business: string;
  /** The URL of this installation for partners, for the request as code. */
  baseUrl: string;
  catalogue: Catalogue & { models: readonly [ModelRecord, ...ModelRecord[]] };
  audioFormats: readonly AudioFormat[];
  maxCharacters: number;
  /** Whether the business has pronunciations of its own, which can add to the characters that are charged. */
  hasPronunciations: boolean;
  regions: readonly Region[];
  /** The request of an earlier job, to run again. */
  again?: SpokenAgain;
};

/** What a tab stores between visits; the amount as text, because JSON has no integers of its size. */
type KeptBench = { draft: Draft; base: string; speech: (Omit<Speech, "chargeMilli"> & { chargeMilli: string }) | null };

/** A text, a voice, a model's settings and the last result, as this tab stored them for the business. */
export function Playground(props: PlaygroundProps) {
  const { business, baseUrl, catalogue, audioFormats, maxCharacters, hasPronunciations, regions, again } = props;
  const t = useTranslations("playground");
  const [first] = catalogue.models;
  const found = useFreshControls(() => ({ kept: readKept<KeptBench>(business, "speak") }));
  const isLive = found !== undefined;
  const kept = found?.kept;
  const restored = useMemo(() => {
    const empty: Draft = {
      text: t("samples.greeting.text"),
      voiceId: "",
      modelId: "",
      config: {},
      audioFormat: "mp3",
      reading: {},
    };
    return restoreDraft(
      again ? draftOf(again, kept?.draft.text) : kept?.draft,
      withModel(empty, catalogue, first.modelId),
      catalogue,
      audioFormats,
    );
  }, [kept, again, t, catalogue, first.modelId, audioFormats]);
  useForgottenQuery(again !== undefined);
  const last = useMemo(
    () => (kept?.speech ? { ...kept.speech, chargeMilli: BigInt(kept.speech.chargeMilli) } : null),
    [kept],
  );
  const [edited, setDraft] = useState<Draft>();
  const draft = edited ?? restored;
  const [chosenBase, setBase] = useState<string>();
  const base = chosenBase ?? regions.find(({ url }) => url === kept?.base)?.url ?? "";
  const { keyring, ...bench } = useSpeech(business, base, last);
  const { speech, running } = bench;
  const model = catalogue.models.find(({ modelId }) => modelId === draft.modelId) ?? first;
  const characters = countCharacters(draft.text);

  const reading = { text: draft.text, voiceId: draft.voiceId, modelId: model.modelId, reading: draft.reading };
  const source = { request: reading, keyring, base };
  const { data, isCurrent } = useReadingPreview(source, hasPronunciations);
  const read = isCurrent && data?.status === "read" ? data.preview : undefined;
  const charge = {
    milli: quote(model, read?.characters ?? characters),
    isLeast: hasPronunciations && !read,
  };

  /** By the price on the page of its model. */
  const run = (request: TtsRequest) => {
    const { priceId } = catalogue.models.find(({ modelId }) => modelId === request.modelId) ?? model;
    return bench.run(request, priceId);
  };
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
        {again?.text === null && <Notice>{t("againWithoutText")}</Notice>}
        <TextCard
          text={draft.text}
          characters={characters}
          limits={{ maxCharacters, charge }}
          voice={catalogue.voices.find(({ voiceId }) => voiceId === draft.voiceId)}
          isRunning={running !== null}
          onChange={(text) => setDraft({ ...draft, text })}
          onRun={speak}
          preview={<ReadingPreview {...source} business={business} />}
        />
        <ResultArea {...bench} {...{ run, catalogue, business }} baseUrl={base || baseUrl} />
      </div>
      <div key={String(isLive)} className="grid min-w-0 gap-4 xl:gap-6">
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
          onReset={() => setDraft({ ...draft, config: {}, audioFormat: "mp3", reading: {} })}
          reading={<ReadingControl reading={draft.reading} onChange={(reading) => setDraft({ ...draft, reading })} />}
          region={<RegionSwitch {...{ regions, base }} onChange={setBase} />}
        />
      </div>
    </div>
  );
}
