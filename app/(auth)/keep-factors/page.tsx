import { getTranslations } from "next-intl/server";
import { KeepFactorsForm } from "@/components/people/two-factor/sign-in-forms";
import { AuthShell } from "@/components/shell/auth-shell";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("twoFactor.reset", "keepTitle");

export default async function KeepFactorsPage() {
  const t = await getTranslations("twoFactor.reset");
  return (
    <AuthShell title={t("keepTitle")} lead={t("keepLead")}>
      <KeepFactorsForm />
    </AuthShell>
  );
}
