"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { Field } from "@/components/ui/fields/field";
import { openBusinessAction } from "@/lib/businesses/actions";

export function NewBusinessForm() {
  const t = useTranslations("businesses");
  return (
    <ActionForm action={openBusinessAction} submit={t("open")}>
      {(state) => <Field label={t("name")} name="name" state={state} autoComplete="organization" required />}
    </ActionForm>
  );
}
