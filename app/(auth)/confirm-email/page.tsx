import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConfirmEmailForm } from "@/components/account/confirm-email-form";
import { AuthShell } from "@/components/shell/auth-shell";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("confirmEmailTitle") };
}

export default async function ConfirmEmailPage() {
  const t = await getTranslations("auth");

  return (
    <AuthShell title={t("confirmEmailTitle")} lead={t("confirmEmailLead")}>
      <ConfirmEmailForm />
    </AuthShell>
  );
}
