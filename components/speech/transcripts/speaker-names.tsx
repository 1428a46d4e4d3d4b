"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import { Input } from "@/components/ui/fields/controls";

type SpeakerNamesProps = {
  voices: readonly string[];
  names: Readonly<Record<string, string>>;
  mayEdit: boolean;
  onRename: (voice: string, name: string) => void;
};

/** A field for each speaker or channel; its name then stands before all that it says. */
export function SpeakerNames({ voices, names, mayEdit, onRename }: SpeakerNamesProps) {
  const t = useTranslations("transcriptEditor");
  if (!mayEdit) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{t("speakers")}</legend>
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {voices.map((voice) => (
          <SpeakerName key={voice} voice={voice} name={names[voice] ?? ""} onRename={onRename} />
        ))}
      </div>
    </fieldset>
  );
}

type SpeakerNameProps = Pick<SpeakerNamesProps, "onRename"> & { voice: string; name: string };

function SpeakerName({ voice, name, onRename }: SpeakerNameProps) {
  const t = useTranslations("transcriptEditor");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // It can be undone, or be another one after merging.
  useEffect(() => {
    if (field.current) field.current.value = name;
  }, [name]);
  const rename = ({ value }: HTMLInputElement) => {
    const typed = value.replace(/\s+/g, " ").trim();
    if (typed !== name) onRename(voice, typed);
  };
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="w-28 shrink-0 text-muted text-sm">
        {t(voice.startsWith("#") ? "channel" : "speaker", { voice: voice.replace("#", "") })}
      </label>
      <Input
        id={id}
        ref={field}
        defaultValue={name}
        placeholder={t("speakerName")}
        maxLength={60}
        autoComplete="off"
        onBlur={(event) => rename(event.target)}
        onKeyDown={(event) => event.key === "Enter" && rename(event.currentTarget)}
      />
    </div>
  );
}
