"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { openBusinessAction } from "@/lib/businesses/lifecycle/actions";
import { idle } from "@/lib/form";

export function NewBusinessForm() {
  const t = useTranslations("lifecycle");
  const [state, open] = useActionState(openBusinessAction, idle);
  return (
    <Form action={open}>
      <FormMessage state={state} />
      <Field label={t("name")} name="name" state={state} maxLength={80} autoComplete="organization" required />
      <SubmitButton>{t("open")}</SubmitButton>
    </Form>
  );
}
