"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button";
import { Form } from "@/components/ui/fields/form";
import { keepFactorsAction } from "@/lib/people/two-factor/actions";

/** The button, not the visit, ends the wait; it needs no sign-in. */
export function KeepFactorsForm() {
  const t = useTranslations("twoFactor.reset");
  return (
    <Form
      action={keepFactorsAction}
      notice={t("kept")}
      after={<ButtonLink href="/forgot">{t("newPassword")}</ButtonLink>}
      submit={t("keep")}
    />
  );
}
