"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { ActionForm } from "@/components/ui/fields/action-form";
import { confirmEmailAction } from "@/lib/people/account/actions";

/** The button, not the visit, changes the account, because email scanners follow every link they see. */
export function ConfirmEmailForm() {
  const t = useTranslations("auth");

  return (
    <ActionForm
      action={confirmEmailAction}
      notice={t("confirmEmailDone")}
      after={<ButtonLink href="/account">{t("goToAccount")}</ButtonLink>}
      submit={t("confirmEmail")}
    />
  );
}
