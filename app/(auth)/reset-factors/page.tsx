import { getTranslations } from "next-intl/server";
import { AuthShell } from "@/components/shell/auth-shell";
import { BeginResetForm } from "@/components/two-factor/begin-reset-form";
import { pageTitle } from "@/lib/i18n/page-title";
import { waitHours } from "@/lib/two-factor/reset/wait";

export const generateMetadata = pageTitle("twoFactor.reset", "beginTitle");

export default async function ResetFactorsPage() {
  const t = await getTranslations("twoFactor.reset");
  return (
    <AuthShell title={t("beginTitle")} lead={t("beginLead", { hours: waitHours })}>
      <BeginResetForm hours={waitHours} />
    </AuthShell>
  );
}
