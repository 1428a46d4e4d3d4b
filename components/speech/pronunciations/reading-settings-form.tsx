"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Notice } from "@/components/ui/feedback/notice";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { SelectField } from "@/components/ui/fields/select-field";
import { idle } from "@/lib/platform/form";
import { setReadingSettingsAction } from "@/lib/speech/actions";
import type { ReadingSettings } from "@/lib/speech/pronunciations/reading-settings-schema";
import { readingSamples } from "./reading-samples";

export function ReadingSettingsForm({ business, settings }: { business: string; settings: ReadingSettings }) {
  const t = useTranslations("pronunciations.reading");
  const [state, save] = useActionState(setReadingSettingsAction, idle);
  return (
    <Form action={save} hidden={{ business }}>
      <AskUnsaved state={state} />
      <div className="grid gap-4 sm:grid-cols-2">
        {readingSamples.map(({ option, choices }) => (
          <SelectField
            key={option}
            label={t(`options.${option}`)}
            name={option}
            state={state}
            defaultValue={settings[option] ?? ""}
            choices={[{ value: "", label: t("byRegion") }, ...choices]}
          />
        ))}
      </div>
      <FormMessage state={state} />
      <div role="status" className="empty:hidden">
        {state.status === "done" && <Notice kind="success">{t("saved")}</Notice>}
      </div>
      <SubmitButton variant="secondary">{t("save")}</SubmitButton>
    </Form>
  );
}
