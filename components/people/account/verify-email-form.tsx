"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/fields/form";
import { verifyEmailAction } from "@/lib/people/account/actions";

/** The button, not the visit, uses the link, because email scanners follow every link they see. */
export function VerifyEmailForm({ token }: { token: string }) {
  const t = useTranslations("auth");

  return <Form action={verifyEmailAction} hidden={{ token }} submit={t("confirmEmail")} />;
}
