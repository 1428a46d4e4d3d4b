"use client";

import { useTranslations } from "next-intl";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
import type { ActionState } from "@/lib/platform/form";
import { CodeField } from "./code-field";

type ConfirmAppFormProps = { state: ActionState<unknown>; action: (form: FormData) => void };

export function ConfirmAppForm({ state, action }: ConfirmAppFormProps) {
  const t = useTranslations("twoFactor.app");
  return (
    <FreshForm state={state} action={action}>
      <FormMessage state={state} />
      <CodeField state={state} />
      <SubmitButton>{t("confirm")}</SubmitButton>
    </FreshForm>
  );
}
