"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button";
import { Form } from "@/components/ui/fields/form";
import { reportUnknownSignInAction } from "@/lib/people/account/unknown-sign-in/actions";

/** The button, not the visit, uses the link, because email scanners follow every link they see. */
export function ReportUnknownSignInForm() {
  const t = useTranslations("devices");
  return (
    <Form
      action={reportUnknownSignInAction}
      notice={t("notMeDone")}
      after={<ButtonLink href="/forgot">{t("mailAgain")}</ButtonLink>}
      submit={t("notMe")}
      button={{ variant: "danger" }}
    />
  );
}
