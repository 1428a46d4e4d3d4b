"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { verifyEmailAction } from "@/lib/people/account/actions";

/** The button, not the visit, uses the link, because email scanners follow every link they see. */
export function VerifyEmailForm({ token }: { token: string }) {
  const t = useTranslations("auth");

  return <ActionForm action={verifyEmailAction} hidden={{ token }} submit={t("confirmEmail")} />;
}
