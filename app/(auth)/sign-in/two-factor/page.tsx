import type { Route } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { PasskeySecondFactor } from "@/components/people/passkeys/passkey-sign-in";
import { LostFactors, ResetRunning } from "@/components/people/two-factor/lost-factors";
import { CodeSignInForm, RecoverySignInForm } from "@/components/people/two-factor/sign-in-forms";
import { AuthShell } from "@/components/shell/auth-shell";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { Link } from "@/components/ui/text/link";
import { findPendingSignIn } from "@/lib/access/auth/ticket";
import { findFactors } from "@/lib/access/sessions/second-factor";
import { findLockEnd } from "@/lib/people/two-factor/guard";
import { findWait, waitHours } from "@/lib/people/two-factor/reset/wait";
import { formatTime } from "@/lib/platform/i18n/format";
import { pageTitle } from "@/lib/platform/i18n/page-title";

const here = "/sign-in/two-factor";

export const generateMetadata = pageTitle("twoFactor.signIn", "title");

/** After the correct password: asks for the second proof. Each way is a link, so that all work without scripts. */
export default async function TwoFactorPage({ searchParams }: PageProps<"/sign-in/two-factor">) {
  const pending = await findPendingSignIn();
  if (!pending) redirect("/sign-in?ended=1");
  const [t, reset, locale, { way }] = await Promise.all([
    getTranslations("twoFactor.signIn"),
    getTranslations("twoFactor.reset"),
    getLocale(),
    searchParams,
  ]);
  const [{ hasApp, hasPasskey }, lockEnd, wait] = await Promise.all([
    findFactors(pending.userId),
    findLockEnd(pending.userId),
    findWait(pending.userId),
  ]);
  const back = <Link href="/sign-in">{t("back")}</Link>;

  if (way === "lost") {
    return (
      <AuthShell title={reset("askTitle")} lead={reset("askLead", { hours: waitHours })} foot={back}>
        <LostFactors wait={wait} hours={waitHours} />
        <ButtonLink href={here as Route}>{reset("otherWay")}</ButtonLink>
      </AuthShell>
    );
  }
  if (way === "recovery-code") {
    return (
      <AuthShell title={t("recoveryTitle")} lead={t("recoveryLead")} foot={back}>
        <RecoverySignInForm />
        {hasApp && !lockEnd && <ButtonLink href={here as Route}>{t("useCode")}</ButtonLink>}
      </AuthShell>
    );
  }
  return (
    <AuthShell title={t("title")} lead={hasApp && !lockEnd ? t("lead") : t("leadNoApp")} foot={back}>
      {wait && <ResetRunning wait={wait} />}
      {hasApp && lockEnd && <Notice kind="warning">{t("lockedUntil", { time: formatTime(lockEnd, locale) })}</Notice>}
      {hasApp && !lockEnd && <CodeSignInForm />}
      {hasPasskey && <PasskeySecondFactor isAlternative={hasApp && !lockEnd} />}
      <ButtonLink href={`${here}?way=recovery-code` as Route}>{t("useRecovery")}</ButtonLink>
      {!wait && (
        <ButtonLink variant="ghost" href={`${here}?way=lost` as Route}>
          {reset("lost")}
        </ButtonLink>
      )}
    </AuthShell>
  );
}
