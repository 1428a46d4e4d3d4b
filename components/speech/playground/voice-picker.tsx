"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import type { VoiceRecord } from "@/lib/speech/schema";
import { CompareVoices } from "./compare-voices";
import { anyVoice, findVoices } from "./find-voices";
import { useMadePreviews } from "./use-made-previews";
import { VoiceFilters } from "./voice-filters";
import { VoiceRow } from "./voice-row";

type VoicePickerProps = {
  voices: readonly VoiceRecord[];
  sparks: Readonly<Record<string, string>>;
  voiceId: string;
  compared: readonly string[];
  memory: { favorites: readonly string[]; toggle: (voiceId: string) => void };
  onChange: (voiceId: string) => void;
  onCompare: (compared: string[]) => void;
};

/** All voices of the model, with filters, and those to compare with the chosen one. */
export function VoicePicker({ voices, sparks, voiceId, compared, memory, onChange, onCompare }: VoicePickerProps) {
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
        <CompareVoices {...{ voices, voiceId, compared }} onChange={onCompare} />
      </div>
    </Card>
  );
}
