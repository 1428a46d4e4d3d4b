"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import type { VoiceRecord } from "@/lib/speech/schema";
import { anyVoice, findVoices } from "./find-voices";
import { VoiceCard } from "./voice-card";
import { VoiceFilters } from "./voice-filters";
import { VoiceLine } from "./voice-line";

type VoicePickerProps = { voices: readonly VoiceRecord[]; voiceId: string; onChange: (voiceId: string) => void };

/** On a phone the cards scroll in a row; with room they are in two columns. */
export function VoicePicker({ voices, voiceId, onChange }: VoicePickerProps) {
  const t = useTranslations("playground");
  const [filter, setFilter] = useState(anyVoice);
  const found = findVoices(voices, filter);
  const chosen = voices.find((voice) => voice.voiceId === voiceId);

  return (
    <Card title={t("voices.title")} action={chosen && <VoiceLine voice={chosen} />}>
      <div className="grid gap-3">
        <VoiceFilters voices={voices} filter={filter} onChange={setFilter} />
        <fieldset
          aria-label={t("voices.title")}
          className="-mx-4 flex min-w-0 snap-x scroll-px-4 gap-2 overflow-x-auto px-4 py-1 xl:grid xl:grid-cols-2 xl:overflow-visible"
        >
          {found.map((voice) => (
            <VoiceCard key={voice.voiceId} voice={voice} isChosen={voice.voiceId === voiceId} onChoose={onChange} />
          ))}
        </fieldset>
        {found.length === 0 && (
          <div role="status" className="flex flex-wrap items-center gap-3 text-muted">
            {t("voices.none")}
            <Button size="small" onClick={() => setFilter(anyVoice)}>
              {t("voices.clear")}
            </Button>
          </div>
        )}
        {chosen?.experimental && <Notice kind="warning">{t("voices.experimentalNote", { name: chosen.name })}</Notice>}
      </div>
    </Card>
  );
}
