"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { ActionForm } from "@/components/ui/fields/action-form";
import { reportUnknownSignInAction } from "@/lib/people/account/unknown-sign-in/actions";

/** The button, not the visit, uses the link, because email scanners follow every link they see. */
export function ReportUnknownSignInForm() {
  const t = useTranslations("devices");
  return (
    <ActionForm
      action={reportUnknownSignInAction}
      notice={t("notMeDone")}
      after={<ButtonLink href="/forgot">{t("mailAgain")}</ButtonLink>}
      submit={t("notMe")}
      button={{ variant: "danger" }}
    />
  );
}
