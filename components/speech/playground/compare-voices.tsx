"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/fields/select";
import type { VoiceRecord } from "@/lib/speech/schema";

/** Voices beside the chosen one that read the same text at one press. */
export const mostCompared = 2;

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
