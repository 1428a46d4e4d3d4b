import { useLocale, useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { recoveryCodeCount } from "@/lib/people/two-factor/schema";
import { formatTime } from "@/lib/platform/i18n/format";
import { AppCard } from "./app-card";
import { RenewRecoveryCodes, TurnOffAppDialog } from "./factor-dialogs";
import { sectionId } from "./section-id";
import { SetUpApp } from "./set-up-app";

type TwoFactorSectionProps = {
  viewer: { email: string; timeZone: string; hasSecondFactor: boolean };
  /** Since when codes of an app are required; null if they are off. */
  since: Date | null;
  /** The app's codes are rejected, and it waits for its removal. */
  isSuspended: boolean;
  codesLeft: number;
  /** The reader has just signed in with a recovery code. */
  usedNow: boolean;
};

/** The app, and the recovery codes if there is a second factor of any kind. */
export function TwoFactorSection({ viewer, since, isSuspended, codesLeft, usedNow }: TwoFactorSectionProps) {
  const { email, timeZone, hasSecondFactor } = viewer;
  const t = useTranslations("twoFactor.app");
  const locale = useLocale();
  return (
    <div id={sectionId} tabIndex={-1} className="grid gap-6 scroll-mt-16 outline-none">
      {isSuspended && <AppSuspended />}
      {!(since && isSuspended) && (
        <SetUpApp account={email}>
          {since && (
            <AppCard isOn>
              <p className="max-w-text text-muted">{t("since", { time: formatTime(since, locale, timeZone) })}</p>
              <TurnOffAppDialog />
            </AppCard>
          )}
        </SetUpApp>
      )}
      {hasSecondFactor && <RecoveryCodesCard left={codesLeft} account={email} usedNow={usedNow} />}
    </div>
  );
}

/** An app that was added from a browser that its owner reported: its codes are rejected until it is removed or kept. */
function AppSuspended() {
  const t = useTranslations("twoFactor");
  return (
    <Card title={t("app.title")} action={<Badge kind="warning">{t("suspended.badge")}</Badge>}>
      <p className="max-w-text text-muted">{t("suspended.app")}</p>
    </Card>
  );
}

type RecoveryCodesCardProps = {
  /** Codes that still work. */
  left: number;
  account: string;
  /** The reader has just signed in with one of them. */
  usedNow: boolean;
};

/** For people who lost their second factor: how many codes are left, and a new set. */
function RecoveryCodesCard({ left, account, usedNow }: RecoveryCodesCardProps) {
  const t = useTranslations("twoFactor.recovery");
  return (
    <Card
      title={t("title")}
      action={<p className="text-muted">{t("left", { left, total: recoveryCodeCount.issued })}</p>}
    >
      <div className="grid gap-4">
        <p className="max-w-text text-muted">{t("lead")}</p>
        {usedNow && <Notice>{t("usedNow", { left })}</Notice>}
        {left === 0 && <Notice kind="danger">{t("none")}</Notice>}
        {left > 0 && left <= recoveryCodeCount.few && <Notice kind="warning">{t("few", { left })}</Notice>}
        <RenewRecoveryCodes account={account} />
      </div>
    </Card>
  );
}

/** Why someone who lost every factor is here after signing in: to set up a new one. */
export function FactorsRemoved({ at, timeZone }: { at: Date; timeZone: string }) {
  const t = useTranslations("twoFactor.reset");
  return (
    <Notice kind="warning">
      <p className="font-medium">{t("removedTitle")}</p>
      <p className="max-w-text">{t("removed", { time: formatTime(at, useLocale(), timeZone) })}</p>
    </Notice>
  );
}
