import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PasswordSection } from "@/components/account/password-section";
import { SessionsSection } from "@/components/sessions/sessions-section";
import { Page } from "@/components/ui/page";
import { requireViewer } from "@/lib/auth/session";
import { listSessions } from "@/lib/sessions/list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("securityTitle") };
}

export default async function SecurityPage() {
  const viewer = await requireViewer();
  const [t, sessions] = await Promise.all([getTranslations("account"), listSessions(viewer)]);
  return (
    <Page title={t("securityTitle")}>
      <PasswordSection />
      <SessionsSection sessions={sessions} />
    </Page>
  );
}
