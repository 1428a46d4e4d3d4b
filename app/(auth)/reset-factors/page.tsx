import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthShell } from "@/components/shell/auth-shell";
import { BeginResetForm } from "@/components/two-factor/begin-reset-form";
import { waitHours } from "@/lib/two-factor/reset/wait";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("twoFactor.reset"))("beginTitle") };
}

export default async function ResetFactorsPage() {
  const t = await getTranslations("twoFactor.reset");
  return (
    <AuthShell title={t("beginTitle")} lead={t("beginLead", { hours: waitHours })}>
      <BeginResetForm hours={waitHours} />
    </AuthShell>
  );
}
