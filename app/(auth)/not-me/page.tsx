import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ReportUnknownSignInForm } from "@/components/sessions/report-unknown-sign-in-form";
import { AuthShell } from "@/components/shell/auth-shell";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("devices"))("notMeTitle") };
}

export default async function NotMePage() {
  const t = await getTranslations("devices");
  return (
    <AuthShell title={t("notMeTitle")} lead={t("notMeLead")}>
      <ReportUnknownSignInForm />
    </AuthShell>
  );
}
