import { getTranslations } from "next-intl/server";
import { PasswordSection } from "@/components/account/password-section";
import { SecurityOverview } from "@/components/account/security-overview";
import { TwoFactorWanted } from "@/components/members/two-factor-wanted";
import { FactorForDesk } from "@/components/operator/factor-for-desk";
import { PasskeysCard } from "@/components/passkeys/passkeys-card";
import { SessionsSection } from "@/components/sessions/sessions-section";
import { FactorsRemoved } from "@/components/two-factor/factors-removed";
import { ResetWaiting } from "@/components/two-factor/reset-waiting";
import { SuspendedWaiting } from "@/components/two-factor/suspended-waiting";
import { TwoFactorSection } from "@/components/two-factor/two-factor-section";
import { Page } from "@/components/ui/text/page";
import { describeSecurity } from "@/lib/account/overview/overview";
import { requireViewer } from "@/lib/auth/session";
import { pageTitle } from "@/lib/i18n/page-title";
import { findDemand } from "@/lib/members/two-factor-rule";
import { listPasskeys } from "@/lib/passkeys/service";
import { listSessions } from "@/lib/sessions/list";
import { findRemoval } from "@/lib/sign-in-log/removal";
import { countRecoveryCodes } from "@/lib/two-factor/recovery-codes";
import { findWait } from "@/lib/two-factor/reset/wait";
import { findTotp } from "@/lib/two-factor/service";

export const generateMetadata = pageTitle("account", "securityTitle");

export default async function SecurityPage({ searchParams }: PageProps<"/account/security">) {
  const viewer = await requireViewer();
  const { used, business, staff } = await searchParams;
  const [t, lead, demand, overview, passkeys, totp, codesLeft, sessions, wait, removedAt] = await Promise.all([
    getTranslations("account"),
    getTranslations("security"),
    typeof business === "string" ? findDemand(viewer, business) : null,
    describeSecurity(viewer),
    listPasskeys(viewer),
    findTotp(viewer.userId),
    countRecoveryCodes(viewer.userId),
    listSessions(viewer),
    findWait(viewer.userId),
    viewer.hasSecondFactor ? null : findRemoval(viewer.userId),
  ]);
  const app = { since: totp?.confirmedAt ?? null, isSuspended: totp?.isSuspended ?? false };
  const twoFactor = { ...app, codesLeft, usedNow: used === "recovery-code" };
  return (
    <Page title={t("securityTitle")} lead={lead("lead")}>
      {staff && <FactorForDesk hasSecondFactor={viewer.hasSecondFactor} />}
      {demand && <TwoFactorWanted business={demand} hasSecondFactor={viewer.hasSecondFactor} />}
      <ResetWaiting wait={wait?.onlySuspended ? null : wait} />
      <SuspendedWaiting wait={wait?.onlySuspended ? wait : null} />
      {removedAt && <FactorsRemoved at={removedAt} timeZone={viewer.timeZone} />}
      <SecurityOverview {...overview} />
      <PasswordSection />
      <PasskeysCard account={viewer.email} {...passkeys} />
      <TwoFactorSection viewer={viewer} {...twoFactor} />
      <SessionsSection sessions={sessions} />
    </Page>
  );
}
