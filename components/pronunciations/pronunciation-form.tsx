"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { idle } from "@/lib/form";
import { savePronunciationAction } from "@/lib/speech/actions";

export function PronunciationForm({ business }: { business: string }) {
  const t = useTranslations("pronunciations");
  const [state, save] = useActionState(savePronunciationAction, idle);
  return (
    <Form action={save} hidden={{ business }}>
      <Field
        label={t("written")}
        name="written"
        hint={t("writtenHint")}
        state={state}
        maxLength={100}
        autoComplete="off"
      />
      <Field
        label={t("spoken")}
        name="spoken"
        hint={t("spokenHint")}
        state={state}
        maxLength={200}
        autoComplete="off"
      />
      <FormMessage state={state} />
      <SubmitButton variant="secondary">{t("add")}</SubmitButton>
    </Form>
  );
}
