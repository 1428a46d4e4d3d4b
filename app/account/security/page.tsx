import { getTranslations } from "next-intl/server";
import { SessionsSection } from "@/components/access/sessions/sessions-section";
import { TwoFactorWanted } from "@/components/businesses/members/two-factor-wanted";
import { FactorForDesk } from "@/components/operator/factor-for-desk";
import { PasswordSection } from "@/components/people/account/password-section";
import { SecurityOverview } from "@/components/people/account/security-overview";
import { PasskeysCard } from "@/components/people/passkeys/passkeys-card";
import { ResetWaiting, SuspendedWaiting } from "@/components/people/two-factor/removal-waiting";
import { FactorsRemoved, TwoFactorSection } from "@/components/people/two-factor/two-factor-section";
import { Sections } from "@/components/ui/lists/sections";
import { Page } from "@/components/ui/text/page";
import { requireViewer } from "@/lib/access/auth/session";
import { listSessions } from "@/lib/access/sessions/list";
import { findDemand } from "@/lib/businesses/members/two-factor-rule";
import { describeSecurity } from "@/lib/people/account/security-overview";
import { listPasskeys } from "@/lib/people/passkeys/service";
import { findRemoval } from "@/lib/people/sign-in-log/sign-in-log";
import { countRecoveryCodes } from "@/lib/people/two-factor/recovery-codes";
import { findWait } from "@/lib/people/two-factor/reset/wait";
import { findTotp } from "@/lib/people/two-factor/totp";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("account", "securityTitle");

export default async function SecurityPage({ searchParams }: PageProps<"/account/security">) {
  const viewer = await requireViewer();
  const { used, business, staff } = await searchParams;
  const [t, words, demand, overview, passkeys, totp, codesLeft, sessions, wait, removedAt] = await Promise.all([
    getTranslations("account"),
    getTranslations(),
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
    <Page title={t("securityTitle")} lead={words("security.lead")}>
      {staff && <FactorForDesk hasSecondFactor={viewer.hasSecondFactor} />}
      {demand && <TwoFactorWanted business={demand} hasSecondFactor={viewer.hasSecondFactor} />}
      <ResetWaiting wait={wait?.onlySuspended ? null : wait} />
      <SuspendedWaiting wait={wait?.onlySuspended ? wait : null} />
      {removedAt && <FactorsRemoved at={removedAt} timeZone={viewer.timeZone} />}
      <Sections
        label={t("sections")}
        sections={[
          { id: "overview", title: words("security.overview"), content: <SecurityOverview {...overview} /> },
          { id: "password", title: t("password.title"), content: <PasswordSection /> },
          {
            id: "passkeys",
            title: words("passkeys.title"),
            content: <PasskeysCard account={viewer.email} {...passkeys} />,
            ownsId: true,
          },
          {
            id: "two-factor",
            title: words("twoFactor.app.title"),
            content: <TwoFactorSection viewer={viewer} {...twoFactor} />,
            ownsId: true,
          },
          {
            id: "sessions",
            title: words("sessions.title"),
            content: <SessionsSection sessions={sessions} />,
            ownsId: true,
          },
        ]}
      />
    </Page>
  );
}
