"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { resendAction } from "@/lib/people/account/actions";

export function ResendForm({ email }: { email: string }) {
  const t = useTranslations("auth");

  return (
    <ActionForm
      action={resendAction}
      hidden={{ email }}
      notice={t("resent")}
      submit={t("resend")}
      button={{ variant: "secondary" }}
    />
  );
}
