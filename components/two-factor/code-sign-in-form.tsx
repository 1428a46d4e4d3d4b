"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { idle } from "@/lib/form";
import { signInWithCodeAction } from "@/lib/two-factor/actions";
import { CodeField } from "./code-field";

export function CodeSignInForm() {
  const t = useTranslations("twoFactor.signIn");
  const [state, signIn] = useActionState(signInWithCodeAction, idle);
  return (
    <Form action={signIn}>
      <FormMessage state={state} />
      <CodeField state={state} />
      <SubmitButton>{t("submit")}</SubmitButton>
    </Form>
  );
}
