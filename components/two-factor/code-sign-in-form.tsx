"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { signInWithCodeAction } from "@/lib/two-factor/actions";
import { CodeField } from "./code-field";

export function CodeSignInForm() {
  const t = useTranslations("twoFactor.signIn");
  const [state, signIn] = useFormAction(signInWithCodeAction);
  return (
    <Form action={signIn}>
      <FormMessage state={state} />
      <CodeField state={state} />
      <SubmitButton>{t("submit")}</SubmitButton>
    </Form>
  );
}
