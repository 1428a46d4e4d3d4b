"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useFormStatus } from "react-dom";
import { Field } from "@/components/ui/fields/field";
import type { ActionState } from "@/lib/platform/form";

/** The page exists for this one field. */
const focus = (field: HTMLInputElement | null) => field?.focus();

/** Six digits, typed, pasted or filled in by the phone: the form is sent with the last one. */
export function CodeField({ state }: { state: ActionState<unknown> }) {
  const t = useTranslations("twoFactor");
  const { pending } = useFormStatus();

  const sendWhenWhole = ({ currentTarget: field }: FormEvent<HTMLInputElement>) => {
    if (!pending && /^\d{6}$/.test(field.value.replace(/[\s-]/g, ""))) field.form?.requestSubmit();
  };

  return (
    <Field
      ref={focus}
      label={t("code")}
      name="code"
      state={state}
      onInput={sendWhenWhole}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      spellCheck={false}
      mono
      required
    />
  );
}
