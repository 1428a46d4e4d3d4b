"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { signInWithCodeAction } from "@/lib/people/two-factor/actions";
import { CodeField } from "./code-field";

export function CodeSignInForm() {
  const t = useTranslations("twoFactor.signIn");
  return (
    <ActionForm action={signInWithCodeAction} submit={t("submit")}>
      {(state) => <CodeField state={state} />}
    </ActionForm>
  );
}
