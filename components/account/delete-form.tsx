"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Field } from "@/components/ui/fields/field";
import { FormMessage } from "@/components/ui/fields/form-message";
import { deleteAccountAction } from "@/lib/account/delete/actions";
import { idle } from "@/lib/form";
import { FreshForm } from "./fresh-form";

export function DeleteForm({ email }: { email: string }) {
  const t = useTranslations("account.delete");
  const [state, remove] = useActionState(deleteAccountAction, idle);

  return (
    <FreshForm state={state} action={remove}>
      <FormMessage state={state} />
      <Field label={t("typeEmail", { email })} name="email" type="email" state={state} autoComplete="off" required />
      <SubmitButton variant="danger">{t("act")}</SubmitButton>
    </FreshForm>
  );
}
