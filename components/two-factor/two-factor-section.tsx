import { AppCard } from "./app-card";
import { AppOn } from "./app-on";
import { RecoveryCodesCard } from "./recovery-codes-card";
import { sectionId } from "./section-id";
import { SetUpApp } from "./set-up-app";

type TwoFactorSectionProps = {
  viewer: { email: string; timeZone: string; hasSecondFactor: boolean };
  /** Since when codes of an app are asked for; null when they are not. */
  since: Date | null;
  codesLeft: number;
  /** The reader has just signed in with a recovery code. */
  usedNow: boolean;
};

/** The app, and the recovery codes of whoever has a second factor of any kind. */
export function TwoFactorSection({ viewer, since, codesLeft, usedNow }: TwoFactorSectionProps) {
  const { email, timeZone, hasSecondFactor } = viewer;
  return (
    <div id={sectionId} tabIndex={-1} className="grid gap-6 outline-none">
      {since ? (
        <AppCard isOn>
          <AppOn since={since} timeZone={timeZone} />
        </AppCard>
      ) : (
        <SetUpApp account={email} />
      )}
      {hasSecondFactor && <RecoveryCodesCard left={codesLeft} account={email} usedNow={usedNow} />}
    </div>
  );
}
