import { getTranslations } from "next-intl/server";
import { ConfirmEmailForm } from "@/components/people/account/link-forms";
import { AuthShell } from "@/components/shell/auth-shell";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("auth", "confirmEmailTitle");

export default async function ConfirmEmailPage() {
  const t = await getTranslations("auth");

  return (
    <AuthShell title={t("confirmEmailTitle")} lead={t("confirmEmailLead")}>
      <ConfirmEmailForm />
    </AuthShell>
  );
}
