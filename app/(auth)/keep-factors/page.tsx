import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthShell } from "@/components/shell/auth-shell";
import { KeepFactorsForm } from "@/components/two-factor/keep-factors-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("twoFactor.reset"))("keepTitle") };
}

export default async function KeepFactorsPage() {
  const t = await getTranslations("twoFactor.reset");
  return (
    <AuthShell title={t("keepTitle")} lead={t("keepLead")}>
      <KeepFactorsForm />
    </AuthShell>
  );
}
