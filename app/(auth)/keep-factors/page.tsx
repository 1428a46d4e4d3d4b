import { getTranslations } from "next-intl/server";
import { AuthShell } from "@/components/shell/auth-shell";
import { KeepFactorsForm } from "@/components/two-factor/keep-factors-form";
import { pageTitle } from "@/lib/i18n/page-title";

export const generateMetadata = pageTitle("twoFactor.reset", "keepTitle");

export default async function KeepFactorsPage() {
  const t = await getTranslations("twoFactor.reset");
  return (
    <AuthShell title={t("keepTitle")} lead={t("keepLead")}>
      <KeepFactorsForm />
    </AuthShell>
  );
}
