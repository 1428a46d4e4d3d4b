"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { openBusinessAction } from "@/lib/businesses/actions";

export function NewBusinessForm() {
  const t = useTranslations("businesses");
  return (
    <Form action={openBusinessAction} submit={t("open")}>
      {(state) => <Field label={t("name")} name="name" state={state} autoComplete="organization" required />}
    </Form>
  );
}
