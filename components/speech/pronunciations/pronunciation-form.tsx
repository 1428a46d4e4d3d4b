"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { removePronunciationAction, savePronunciationAction } from "@/lib/speech/actions";

type PronunciationFormProps = {
  business: string;
  written?: string;
  spoken?: string;
  submit?: string;
  /** Begins in the field of the spoken words, for a form that opens at a press. */
  isOpened?: boolean;
  onSaved?: () => void;
  children?: ReactNode;
};

export function PronunciationForm({
  business,
  written,
  spoken,
  submit,
  isOpened,
  onSaved,
  children,
}: PronunciationFormProps) {
  const t = useTranslations("pronunciations");
  return (
    <Form
      action={savePronunciationAction}
      onDone={onSaved}
      hidden={{ business }}
      submit={submit ?? t("add")}
      button={{ variant: "secondary" }}
      beside={children}
    >
      {(state) => (
        <>
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
            autoFocus={isOpened}
            hint={t("spokenHint")}
            defaultValue={spoken}
            state={state}
            maxLength={200}
            autoComplete="off"
            lang="vi"
          />
        </>
      )}
    </Form>
  );
}

export function RemovePronunciation({ business, written }: { business: string; written: string }) {
  const t = useTranslations("pronunciations");
  return (
    <Form
      action={removePronunciationAction}
      hidden={{ business, written }}
      submit={t("remove")}
      button={{ variant: "ghost", size: "small", "aria-label": t("removeWord", { written }) }}
    />
  );
}
