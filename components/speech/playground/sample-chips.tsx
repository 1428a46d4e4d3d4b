"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";

const samples = ["greeting", "news", "announcement", "story"] as const;

type SampleChipsProps = { text: string; onChoose: (text: string) => void };

/** Example texts. The text that one replaces can be restored. */
export function SampleChips({ text, onChoose }: SampleChipsProps) {
  const t = useTranslations("playground");
  const id = useId();
  const [own, setOwn] = useState("");
  const texts = samples.map((sample) => ({ label: t(`samples.${sample}.label`), text: t(`samples.${sample}.text`) }));
  const chips = own && own !== text ? [...texts, { label: t("ownText"), text: own }] : texts;

  const choose = (chosen: string) => {
    if (text.trim() && !texts.some((sample) => sample.text === text)) setOwn(text);
    onChoose(chosen);
  };

  return (
    <fieldset
      aria-labelledby={id}
      className="-mx-4 flex min-w-0 items-center gap-2 overflow-x-auto px-4 py-1 sm:flex-wrap"
    >
      <span id={id} className="shrink-0 text-muted text-sm">
        {t("samplesTitle")}
      </span>
      {chips.map((chip) => (
        <button
          key={chip.label}
          type="button"
          aria-pressed={chip.text === text}
          onClick={() => choose(chip.text)}
          className="h-8 shrink-0 rounded-full border border-line px-3 text-sm transition-colors hover:bg-hover aria-pressed:border-edge aria-pressed:bg-sunken pointer-coarse:h-11"
        >
          {chip.label}
        </button>
      ))}
    </fieldset>
  );
}
