"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/fields/form";
import { resendAction } from "@/lib/people/account/actions";

export function ResendForm({ email }: { email: string }) {
  const t = useTranslations("auth");

  return (
    <Form
      action={resendAction}
      hidden={{ email }}
      notice={t("resent")}
      submit={t("resend")}
      button={{ variant: "secondary" }}
    />
  );
}
