"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button";
import { Form } from "@/components/ui/fields/form";
import { confirmEmailAction } from "@/lib/people/account/actions";

/** The button, not the visit, changes the account, because email scanners follow every link they see. */
export function ConfirmEmailForm() {
  const t = useTranslations("auth");

  return (
    <Form
      action={confirmEmailAction}
      notice={t("confirmEmailDone")}
      after={<ButtonLink href="/account">{t("goToAccount")}</ButtonLink>}
      submit={t("confirmEmail")}
    />
  );
}
