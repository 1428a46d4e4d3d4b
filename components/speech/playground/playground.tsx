"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useState } from "react";
import { keep, readKept } from "@/components/shell/kept";
import { Notice } from "@/components/ui/feedback/notice";
import { quote } from "@/lib/money/prices/quote";
import type { Region } from "@/lib/platform/regions";
import { countCharacters, isSilent } from "@/lib/platform/text";
import { sampleSentence } from "@/lib/speech/choices";
import type { SpokenAgain } from "@/lib/speech/history/describe";
import type { AudioFormat, ModelRecord, TtsRequest } from "@/lib/speech/schema";
import { RegionSwitch, VoiceRegions } from "./bench-parts";
import { type Catalogue, type Draft, draftOf, listVoicesOf, requestOf, restoreDraft, withModel } from "./draft";
import { maxParts, splitMarked } from "./parts";
import { Playhead } from "./playhead";
import { ReadingPreview, replaceWord } from "./reading-preview";
import { takeRun } from "./requested-run";
import { ResultArea } from "./result-area";
import { SettingsCard } from "./settings-card";
import { StopButton } from "./stop-button";
import { TextCard } from "./text-card";
import { useAddedModel, useEarlyText, useForgottenQuery, useFreshControls, useRunShortcut } from "./use-bench";
import { type FirstReading, useReadingPreview } from "./use-reading-preview";
import { isRunning, restoreRuns, storeRuns, useRuns } from "./use-runs";
import { useSeen } from "./use-seen";
import type { VoiceMemory } from "./voice-memory";
import { CompareVoices, useVoiceMemory, VoicePicker } from "./voice-picker";

const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

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
  /** The small waves of the voices' previews. */
  sparks: Readonly<Record<string, string>>;
  memory: VoiceMemory;
  /** How the sample is read, so that the page comes with it. */
  firstReading?: FirstReading;
  again?: SpokenAgain;
  /** Installs a natural voice, for the staff. */
  installer?: ReactNode;
};

/** What a tab stores between visits; the runs as `storeRuns` writes them. */
type KeptBench = { draft: Draft; compared: string[]; base: string; runs: string };

/** A text, its voices, a model's settings and the last results, as this tab stored them for the business. */
export function Playground(props: PlaygroundProps) {
  const { business, baseUrl, catalogue, audioFormats, maxCharacters, hasPronunciations, regions, again } = props;
  const t = useTranslations("playground");
  const [first] = catalogue.models;
  const restorable = useFreshControls(() => ({ kept: readKept<KeptBench>(business, "speak") }));
  const isLive = restorable !== undefined;
  const kept = restorable?.kept;
  const textId = useId();
  const early = useEarlyText(textId);
  const restored = useMemo(() => {
    const empty: Draft = {
      text: sampleSentence,
      voiceId: "",
      modelId: "",
      config: {},
      audioFormat: "mp3",
      reading: {},
    };
    const draft = restoreDraft(
      again ? draftOf(again, kept?.draft.text) : kept?.draft,
      withModel(empty, catalogue, first.modelId),
      catalogue,
      audioFormats,
    );
    return isLive && early !== undefined ? { ...draft, text: early } : draft;
  }, [kept, again, catalogue, first.modelId, audioFormats, isLive, early]);
  useForgottenQuery(again !== undefined);
  const [edited, setDraft] = useState<Draft>();
  const draft = edited ?? restored;
  const [chosenCompared, setCompared] = useState<string[]>();
  const [chosenBase, setBase] = useState<string>();
  const base = chosenBase ?? regions.find(({ url }) => url === kept?.base)?.url ?? "";
  const keptRuns = useMemo(() => (isLive ? restoreRuns(kept?.runs) : undefined), [isLive, kept]);
  const { runs, keyring, start, stop, goOn, freshId, soundOf } = useRuns(business, base, keptRuns);
  const [newest] = runs;
  const memory = useVoiceMemory(props.memory);
  const model = catalogue.models.find(({ modelId }) => modelId === draft.modelId) ?? first;
  const voices = listVoicesOf(catalogue, model.modelId);
  const compared = (chosenCompared ?? kept?.compared ?? []).filter(
    (id) => id !== draft.voiceId && voices.some(({ voiceId }) => voiceId === id),
  );
  const { seen, characters } = useSeen(draft);
  const isEmpty = isSilent(seen.text);
  const parts = useMemo(() => splitMarked(seen, maxCharacters), [seen, maxCharacters]);
  // A long text is read by one voice.
  const voiceIds = [draft.voiceId, ...(parts.length > 1 ? [] : compared)];

  const [playhead] = useState(() => new Playhead());
  const [partAt, setPartAt] = useState(0);
  useEffect(
    () =>
      playhead.follow((now) => {
        const at = now ? parts.findIndex(({ text }) => text === now.text) : -1;
        if (at >= 0) setPartAt(at);
      }),
    [playhead, parts],
  );
  const reading = {
    ...((parts.length > 1 && parts[Math.min(partAt, parts.length - 1)]) || {
      text: draft.text,
      textType: draft.textType,
    }),
    voiceId: draft.voiceId,
    modelId: model.modelId,
    reading: draft.reading,
  };
  const found = useReadingPreview({ request: reading, keyring, base, first: props.firstReading }, isLive && !isEmpty);
  const { data, isCurrent } = found;
  const read = isCurrent && data?.status === "read" && parts.length === 1 ? data.preview : undefined;
  const charge = {
    milli: quote(model, read?.characters ?? characters) * BigInt(voiceIds.length),
    isLeast: hasPronunciations && !read,
  };

  /** A request with the price of its model that the page shows. */
  const priced = (request: TtsRequest) => ({
    request,
    priceId: (catalogue.models.find(({ modelId }) => modelId === request.modelId) ?? model).priceId,
    words: countWords(read && request.text === reading.text ? read.spoken : request.text),
  });
  const current = requestOf(draft);
  const speak = () => {
    if (isEmpty || parts.length > maxParts) return;
    memory.use(voiceIds);
    if (parts.length > 1)
      return start(
        "parts",
        parts.map((part) => priced({ ...current, textType: undefined, ...part })),
        charge.milli,
      );
    const kind = voiceIds.length > 1 ? "voices" : "one";
    start(
      kind,
      voiceIds.map((voiceId) => priced({ ...current, voiceId })),
      charge.milli,
    );
  };
  useRunShortcut(speak);
  const [mayInstall] = useState(Boolean(props.installer));
  useAddedModel(catalogue.models, (modelId) => mayInstall && setDraft(withModel(draft, catalogue, modelId)));
  const runAtOnce = useEffectEvent(() => {
    if (again?.text && takeRun(charge.milli)) speak();
  });
  useEffect(() => {
    if (!isLive) return;
    keyring.prepare();
    runAtOnce();
  }, [isLive, keyring]);
  useEffect(() => {
    const bench: KeptBench = { draft, compared, base, runs: storeRuns(runs) };
    if (isLive) keep(business, "speak", bench);
  });

  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_384px] xl:grid-rows-[auto_1fr] xl:gap-6">
      <div className="grid min-w-0 gap-4">
        {again?.text === null && <Notice>{t("againWithoutText")}</Notice>}
        <TextCard
          id={textId}
          text={draft.text}
          isEmpty={isEmpty}
          characters={characters}
          limits={{ maxCharacters, charge, parts: parts.length, voices: voiceIds.length }}
          voice={catalogue.voices.find(({ voiceId }) => voiceId === draft.voiceId)}
          stop={newest && isRunning(newest) && <StopButton run={newest} onStop={() => void stop(newest)} />}
          onChange={(text) => setDraft({ ...draft, text })}
          onRun={speak}
          preview={
            <ReadingPreview
              business={business}
              reading={found}
              text={reading.text}
              part={
                parts.length > 1 ? { number: Math.min(partAt, parts.length - 1) + 1, count: parts.length } : undefined
              }
              playhead={playhead}
              isEmpty={isEmpty}
              regions={
                <VoiceRegions
                  voices={voices}
                  voiceId={draft.voiceId}
                  onChange={(voiceId) => setDraft({ ...draft, voiceId })}
                />
              }
              onReplace={(at, written, spoken) =>
                setDraft({ ...draft, text: replaceWord(draft.text, at, written, spoken) })
              }
            />
          }
        />
      </div>
      {/* Before the results for the keyboard, and after them on a phone. */}
      <div className="grid min-w-0 gap-4 max-xl:order-last xl:row-span-2 xl:gap-6">
        {/* Its dialog can be open already when the controls are mounted again. */}
        {props.installer}
        <div key={String(isLive)} className="contents">
          <div id="voices" className="min-w-0 scroll-mt-18">
            <VoicePicker
              voices={voices}
              memory={memory}
              sparks={props.sparks}
              voiceId={draft.voiceId}
              onChange={(voiceId) => setDraft({ ...draft, voiceId })}
            >
              <CompareVoices voices={voices} voiceId={draft.voiceId} compared={compared} onChange={setCompared} />
            </VoicePicker>
          </div>
          <SettingsCard
            draft={draft}
            model={model}
            audioFormats={audioFormats}
            catalogue={catalogue}
            onChange={setDraft}
            region={<RegionSwitch regions={regions} base={base} onChange={setBase} />}
          />
        </div>
      </div>
      <ResultArea
        runs={runs}
        freshId={freshId}
        current={current}
        business={business}
        voices={catalogue.voices}
        baseUrl={base || baseUrl}
        sounds={{ soundOf, playhead }}
        onRunAgain={(request) => start("one", [priced(request)], quote(model, countCharacters(request.text)))}
        onGoOn={goOn}
        onKeepVoice={(voiceId) => {
          setDraft({ ...draft, voiceId });
          setCompared([]);
        }}
        onReuse={({ text, voiceId }) => setDraft({ ...draft, text, voiceId })}
      />
    </div>
  );
}
