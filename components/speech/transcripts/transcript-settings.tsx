"use client";

import { useTranslations } from "next-intl";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { Checklist } from "@/components/ui/fields/choice-cards";
import { TextareaField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { Fact } from "@/components/ui/text/fact";
import { setTranscriptSettingsAction } from "@/lib/speech/actions";
import { formattings } from "@/lib/speech/transcripts/choices";
import type { TranscriptSettings } from "@/lib/speech/transcripts/schema";

/** How transcripts are formatted; without `business` for members who may not change it. */
export function TranscriptSettingsForm({ business, settings }: { business?: string; settings: TranscriptSettings }) {
  const t = useTranslations("transcripts");
  const steps = formattings.map((value) => ({ value, label: t(`steps.${value}`) }));
  if (!business) {
    const chosen = steps.filter(({ value }) => settings.formatting.includes(value));
    return (
      <>
        <p>{chosen.map(({ label }) => label).join(" · ") || t("none")}</p>
        {settings.keyterms.length > 0 && (
          <Fact label={t("keyterms")}>
            <span className="whitespace-pre-line">{settings.keyterms.join("\n")}</span>
          </Fact>
        )}
      </>
    );
  }
  return (
    <Form
      action={setTranscriptSettingsAction}
      hidden={{ business }}
      notice={t("saved")}
      submit={t("save")}
      button={{ variant: "secondary" }}
    >
      {(state) => (
        <>
          <AskUnsaved state={state} />
          <Checklist
            legend={t("formatting")}
            name="formatting"
            choices={steps}
            defaultValues={settings.formatting}
            state={state}
          />
          <TextareaField
            name="keyterms"
            state={state}
            label={t("keyterms")}
            hint={t("keytermsHint")}
            defaultValue={settings.keyterms.join("\n")}
            rows={6}
            spellCheck={false}
            autoComplete="off"
          />
        </>
      )}
    </Form>
  );
}
