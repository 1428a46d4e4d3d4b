import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PasswordSection } from "@/components/account/password-section";
import { SecurityOverview } from "@/components/security/security-overview";
import { SessionsSection } from "@/components/sessions/sessions-section";
import { Page } from "@/components/ui/page";
import { requireViewer } from "@/lib/auth/session";
import { describeSecurity } from "@/lib/security/overview";
import { listSessions } from "@/lib/sessions/list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("securityTitle") };
}

export default async function SecurityPage() {
  const viewer = await requireViewer();
  const [t, lead, overview, sessions] = await Promise.all([
    getTranslations("account"),
    getTranslations("security"),
    describeSecurity(viewer),
    listSessions(viewer),
  ]);
  return (
    <Page title={t("securityTitle")} lead={lead("lead")}>
      <SecurityOverview {...overview} />
      <PasswordSection />
      <SessionsSection sessions={sessions} />
    </Page>
  );
}
