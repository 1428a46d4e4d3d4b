"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
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
