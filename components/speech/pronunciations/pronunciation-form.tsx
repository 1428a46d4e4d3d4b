"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useActionState, useEffect } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/platform/form";
import { savePronunciationAction } from "@/lib/speech/actions";

type PronunciationFormProps = {
  business: string;
  written?: string;
  spoken?: string;
  submit?: string;
  onSaved?: () => void;
  children?: ReactNode;
};

export function PronunciationForm({ business, written, spoken, submit, onSaved, children }: PronunciationFormProps) {
  const t = useTranslations("pronunciations");
  const [state, save] = useActionState(savePronunciationAction, idle);

  useEffect(() => {
    if (state.status === "done") onSaved?.();
  }, [state, onSaved]);

  return (
    <Form action={save} hidden={{ business }}>
      <AskUnsaved state={state} />
      <Field
        label={t("written")}
        name="written"
        hint={t("writtenHint")}
        defaultValue={written}
        state={state}
        maxLength={100}
        autoComplete="off"
        lang="vi"
      />
      <Field
        label={t("spoken")}
        name="spoken"
        hint={t("spokenHint")}
        defaultValue={spoken}
        state={state}
        maxLength={200}
        autoComplete="off"
        lang="vi"
      />
      <FormMessage state={state} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton variant="secondary">{submit ?? t("add")}</SubmitButton>
        {children}
      </div>
    </Form>
  );
}
