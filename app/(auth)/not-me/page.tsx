import { getTranslations } from "next-intl/server";
import { ReportUnknownSignInForm } from "@/components/people/account/link-forms";
import { AuthShell } from "@/components/shell/auth-shell";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("devices", "notMeTitle");

export default async function NotMePage() {
  const t = await getTranslations("devices");
  return (
    <AuthShell title={t("notMeTitle")} lead={t("notMeLead")}>
      <ReportUnknownSignInForm />
    </AuthShell>
  );
}
