import { getTranslations } from "next-intl/server";
import { BeginResetForm } from "@/components/people/two-factor/sign-in-forms";
import { AuthShell } from "@/components/shell/auth-shell";
import { waitHours } from "@/lib/people/two-factor/reset/wait";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("twoFactor.reset", "beginTitle");

export default async function ResetFactorsPage() {
  const t = await getTranslations("twoFactor.reset");
  return (
    <AuthShell title={t("beginTitle")} lead={t("beginLead", { hours: waitHours })}>
      <BeginResetForm hours={waitHours} />
    </AuthShell>
  );
}
