"use client";

import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/feedback/notice";
import { Input, Select } from "@/components/ui/fields/controls";
import { Card } from "@/components/ui/text/card";
import { onThisSite } from "@/lib/api/client/speech";
import { fold } from "@/lib/platform/i18n/fold";
import type { VoiceRecord } from "@/lib/speech/schema";
import { type VoiceMemory, voicesCookie, writeVoiceMemory } from "./voice-memory";
import { VoiceRow } from "./voice-row";

type VoicePickerProps = {
  voices: readonly VoiceRecord[];
  sparks: Readonly<Record<string, string>>;
  voiceId: string;
  memory: { favorites: readonly string[]; toggle: (voiceId: string) => void };
  onChange: (voiceId: string) => void;
  /** What is below the voices, such as those to compare with the chosen one. */
  children?: ReactNode;
};

/** All voices of the model, with filters. */
export function VoicePicker({ voices, sparks, voiceId, memory, onChange, children }: VoicePickerProps) {
  const t = useTranslations("playground");
  const [filter, setFilter] = useState(anyVoice);
  useMadePreviews(voices, sparks);
  const found = findVoices(voices, filter);
  const chosen = voices.find((voice) => voice.voiceId === voiceId);

  return (
    <Card title={t("voices.title")}>
      <div className="grid gap-3">
        <VoiceFilters voices={voices} filter={filter} onChange={setFilter} />
        {found.length > 0 && (
          <fieldset
            aria-label={t("voices.title")}
            className="max-h-92 min-w-0 overflow-y-auto rounded-control border border-line"
          >
            {found.map((voice) => (
              <VoiceRow
                key={voice.voiceId}
                voice={voice}
                spark={sparks[voice.voiceId]}
                isChosen={voice.voiceId === voiceId}
                isFavorite={memory.favorites.includes(voice.voiceId)}
                onChoose={onChange}
                onFavorite={() => memory.toggle(voice.voiceId)}
              />
            ))}
          </fieldset>
        )}
        {found.length === 0 && (
          <div role="status" className="flex flex-wrap items-center gap-3 text-muted">
            {t("voices.none")}
            <Button size="small" onClick={() => setFilter(anyVoice)}>
              {t("voices.clear")}
            </Button>
          </div>
        )}
        {chosen?.experimental && <Notice kind="warning">{t("voices.experimentalNote", { name: chosen.name })}</Notice>}
        {children}
      </div>
    </Card>
  );
}

type VoiceFiltersProps = {
  voices: readonly VoiceRecord[];
  filter: VoiceFilter;
  onChange: (filter: VoiceFilter) => void;
};

function VoiceFilters({ voices, filter, onChange }: VoiceFiltersProps) {
  const t = useTranslations("playground.voices");
  const regions = [...new Set(voices.map(({ region }) => region))];
  const genders = [...new Set(voices.map(({ gender }) => gender))];

  return (
    <div className="grid grid-cols-2 gap-2 sm:max-xl:grid-cols-3">
      <div className="max-sm:col-span-2 xl:col-span-2">
        <Input
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={filter.query}
          onChange={(event) => onChange({ ...filter, query: event.target.value })}
        />
      </div>
      <Select
        aria-label={t("region")}
        value={filter.region}
        onChange={(event) => onChange({ ...filter, region: event.target.value })}
        choices={[
          { value: "", label: t("anyRegion") },
          ...regions.map((region) => ({ value: region, label: t(`regions.${region}`) })),
        ]}
      />
      <Select
        aria-label={t("gender")}
        value={filter.gender}
        onChange={(event) => onChange({ ...filter, gender: event.target.value })}
        choices={[
          { value: "", label: t("anyGender") },
          ...genders.map((gender) => ({ value: gender, label: t(`genders.${gender}`) })),
        ]}
      />
    </div>
  );
}

/** `region` and `gender` are empty for any. */
type VoiceFilter = { query: string; region: string; gender: string };

export const anyVoice: VoiceFilter = { query: "", region: "", gender: "" };

export const findVoices = (voices: readonly VoiceRecord[], { query, region, gender }: VoiceFilter): VoiceRecord[] =>
  voices.filter(
    (voice) =>
      (!region || voice.region === region) &&
      (!gender || voice.gender === gender) &&
      fold(voice.name).includes(fold(query)),
  );

/** Voices beside the chosen one that read the same text at one press. */
const mostCompared = 2;

type CompareVoicesProps = {
  voices: readonly VoiceRecord[];
  voiceId: string;
  compared: readonly string[];
  onChange: (compared: string[]) => void;
};

export function CompareVoices({ voices, voiceId, compared, onChange }: CompareVoicesProps) {
  const t = useTranslations("playground.compare");
  const others = voices.filter((voice) => voice.voiceId !== voiceId && !compared.includes(voice.voiceId));
  const chosen = compared.flatMap((id) => voices.find((voice) => voice.voiceId === id) ?? []);
  return (
    <div className="grid gap-2">
      {chosen.length > 0 && (
        <ul aria-label={t("title")} className="flex flex-wrap gap-2">
          {chosen.map((voice) => (
            <li key={voice.voiceId}>
              <button
                type="button"
                aria-label={t("remove", { name: voice.name })}
                onClick={() => onChange(compared.filter((id) => id !== voice.voiceId))}
                className="flex h-8 items-center gap-1.5 rounded-full border border-line px-3 text-sm transition-colors hover:bg-hover pointer-coarse:h-11"
              >
                {voice.name}
                <X aria-hidden className="size-3.5 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {compared.length < mostCompared && others.length > 0 && (
        <Select
          key={compared.join()}
          aria-label={t("add")}
          defaultValue=""
          onChange={(event) => onChange([...compared, event.target.value])}
          choices={[
            { value: "", label: t("add") },
            ...others.map((voice) => ({ value: voice.voiceId, label: voice.name })),
          ]}
        />
      )}
    </div>
  );
}

/** How many previews a visit makes in advance: an installation can have hundreds of voices, and each takes its engine's time. */
const maxMadeInAdvance = 12;

/** Requests the previews that were never requested, one after another. They are stored, so this happens only once. */
function useMadePreviews(voices: readonly VoiceRecord[], sparks: Readonly<Record<string, string>>): void {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit, since a failing engine would get the same request at every render
  useEffect(() => {
    const left = new AbortController();
    const missing = voices.filter(({ voiceId }) => !sparks[voiceId]).slice(0, maxMadeInAdvance);
    const make = async () => {
      for (const { previewUrl } of missing) {
        const { ok } = await fetch(onThisSite(previewUrl), { signal: left.signal, priority: "low" });
        if (!ok) return;
      }
      if (missing.length > 0) router.refresh();
    };
    make().catch(() => undefined);
    return () => left.abort();
  }, []);
}

/** The voices that this browser prefers, as its cookie had them at first. */
export function useVoiceMemory(found: VoiceMemory) {
  const [memory, setMemory] = useState(found);
  const change = (next: VoiceMemory) => {
    setMemory(next);
    // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no cookie store yet
    document.cookie = `${voicesCookie}=${writeVoiceMemory(next)}; path=/console; max-age=31536000; samesite=lax`;
  };
  return {
    favorites: memory.favorites,
    toggle: (voiceId: string) =>
      change({
        ...memory,
        favorites: memory.favorites.includes(voiceId)
          ? memory.favorites.filter((id) => id !== voiceId)
          : [voiceId, ...memory.favorites],
      }),
    use: (voiceIds: readonly string[]) =>
      change({ ...memory, used: [...new Set([...voiceIds, ...memory.used])].slice(0, 3) }),
  };
}
