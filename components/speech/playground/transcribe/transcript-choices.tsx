"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { useSettled } from "@/components/speech/playground/use-reading-preview";
import { Textarea } from "@/components/ui/fields/controls";
import { Switch } from "@/components/ui/fields/switch";
import type { DiarizesBy } from "@/lib/engines/provider";
import { idle } from "@/lib/platform/form";
import { type Formatting, formattings } from "@/lib/speech/transcripts/choices";
import { previewTranscriptAction } from "@/lib/speech/transcripts/edits/actions";

/** How a transcript is to be written; `redact` has names of the API's field. */
export type Choices = {
  formatting: readonly Formatting[];
  keyterms: string;
  diarize: boolean;
  redact: readonly string[];
};

/** What is offered of the kinds that can be redacted: groups, and what no group contains. */
const redactions = ["pii", "pci", "amount", "numbers"] as const;

/** The choices of how words are written, as fields of `POST /stt` or the query of `/stt/live`. */
export const writingFieldsOf = ({ formatting, keyterms }: Pick<Choices, "formatting" | "keyterms">) => ({
  formatting: formatting.join(",") || "none",
  ...(keyterms.trim() !== "" && { keyterms: keyterms.trim() }),
});

/** The choices as fields of `POST /stt`. */
export function fieldsOf({ diarize, redact, ...writing }: Choices): Record<string, string> {
  return {
    ...writingFieldsOf(writing),
    ...(diarize && { diarize: "true" }),
    ...(redact.length > 0 && { redact: redact.join(",") }),
  };
}

const toggled = <Item extends string>(items: readonly Item[], item: Item, isOn: boolean): Item[] =>
  isOn ? [...items, item] : items.filter((each) => each !== item);

type WritingChoicesProps<Chosen> = { choices: Chosen; onChange: (choices: Chosen) => void };

/** How the words are written, and which of them to expect. */
export function WritingChoices<Chosen extends Pick<Choices, "formatting" | "keyterms">>({
  choices,
  onChange,
}: WritingChoicesProps<Chosen>) {
  const t = useTranslations("playground.transcribe.choices");
  const id = useId();
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 font-medium">{t("formatting")}</legend>
        {formattings.map((step) => (
          <Switch
            key={step}
            label={t(`steps.${step}`)}
            checked={choices.formatting.includes(step)}
            onChange={({ target }) =>
              onChange({ ...choices, formatting: toggled(choices.formatting, step, target.checked) })
            }
          />
        ))}
      </fieldset>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium">
          {t("keyterms")}
        </label>
        <Textarea
          id={id}
          rows={2}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          value={choices.keyterms}
          onChange={({ target }) => onChange({ ...choices, keyterms: target.value })}
        />
        <p id={`${id}-hint`} className="text-muted text-sm">
          {t("keytermsHint")}
        </p>
      </div>
    </>
  );
}

type TranscriptChoicesProps = WritingChoicesProps<Choices> & {
  /** By what the model distinguishes speakers, if it can. */
  diarizesBy?: DiarizesBy;
  /** What the choices make of the last transcript. */
  children?: ReactNode;
};

export function TranscriptChoices({ choices, diarizesBy, onChange, children }: TranscriptChoicesProps) {
  const t = useTranslations("playground.transcribe.choices");
  return (
    <div className="grid gap-5">
      <WritingChoices choices={choices} onChange={onChange} />
      <Switch
        label={t("diarize")}
        hint={diarizesBy ? t(`diarizes.${diarizesBy}`) : t("cannotDiarize")}
        disabled={!diarizesBy}
        checked={Boolean(diarizesBy) && choices.diarize}
        onChange={({ target }) => onChange({ ...choices, diarize: target.checked })}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 font-medium">{t("redact")}</legend>
        {redactions.map((kind) => (
          <Switch
            key={kind}
            label={t(`redactions.${kind}`)}
            checked={choices.redact.includes(kind)}
            onChange={({ target }) => onChange({ ...choices, redact: toggled(choices.redact, kind, target.checked) })}
          />
        ))}
        <p className="text-muted text-sm">{t("redactHint")}</p>
      </fieldset>
      {children}
    </div>
  );
}

/** How long after a choice the preview is requested. */
const choosingPauseMs = 500;

type ChoicesPreviewProps = { business: string; trackingId: string; transcript: string; choices: Choices };

/** What the choices would make of the last transcript, from the words that are stored: it is not transcribed again. */
export function ChoicesPreview({ business, trackingId, transcript, choices }: ChoicesPreviewProps) {
  const t = useTranslations("transcriptEditor.preview");
  const { formatting, keyterms, redact } = choices;
  const settled = useSettled(JSON.stringify({ formatting, keyterms, redact }), choosingPauseMs);
  const { data } = useQuery({
    queryKey: ["transcript-preview", business, trackingId, settled],
    queryFn: () => fetchPreview({ business, trackingId, ...(JSON.parse(settled) as Choices) }),
    placeholderData: (before) => before,
    retry: false,
  });
  return (
    <section aria-label={t("title")} className="grid gap-2 rounded-control border border-line bg-sunken p-3">
      <h3 className="font-medium">{t("title")}</h3>
      <p className="text-muted text-sm">{t("free")}</p>
      <div role="status">
        {data?.message !== undefined && <p className="text-muted">{data.message || t("failed")}</p>}
        {data?.text !== undefined &&
          (data.text === transcript ? (
            <p className="text-muted">{t("same")}</p>
          ) : (
            <p lang="vi" className="max-h-64 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
              {data.text}
            </p>
          ))}
      </div>
    </section>
  );
}

type Wanted = Pick<Choices, "formatting" | "keyterms" | "redact"> & { business: string; trackingId: string };

async function fetchPreview(wanted: Wanted): Promise<{ text?: string; message?: string }> {
  const form = new FormData();
  for (const name of ["business", "trackingId", "keyterms"] as const) form.set(name, wanted[name]);
  for (const step of wanted.formatting) form.append("formatting[]", step);
  for (const kind of wanted.redact) form.append("redact[]", kind);
  const state = await previewTranscriptAction(idle, form);
  if (state.status === "done") return { text: state.data.text };
  return { message: state.status === "refused" ? state.message : "" };
}
