"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { type ActionState, idle } from "@/lib/form";
import { savePronunciationAction } from "@/lib/speech/actions";

type ReadAsFormProps = {
  business: string;
  written: string;
  spoken: string;
  onSaved: () => void;
  onCancel: () => void;
};

/** Saves one of the business's own pronunciations from where its reading is seen. */
export function ReadAsForm({ business, written, spoken, onSaved, onCancel }: ReadAsFormProps) {
  const t = useTranslations("playground.reading");
  const words = useTranslations("pronunciations");
  const [state, save] = useActionState(async (before: ActionState<void>, form: FormData) => {
    const after = await savePronunciationAction(before, form);
    if (after.status === "done") onSaved();
    return after;
  }, idle);
  return (
    <Form action={save} hidden={{ business }}>
      <Field
        label={words("written")}
        name="written"
        defaultValue={written}
        state={state}
        maxLength={100}
        autoComplete="off"
        lang="vi"
      />
      <Field
        label={words("spoken")}
        name="spoken"
        hint={words("spokenHint")}
        defaultValue={spoken}
        state={state}
        maxLength={200}
        autoComplete="off"
        lang="vi"
      />
      <FormMessage state={state} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton variant="secondary">{t("save")}</SubmitButton>
        <Button variant="ghost" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </Form>
  );
}
