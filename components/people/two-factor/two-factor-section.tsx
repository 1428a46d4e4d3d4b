import { AppCard } from "./app-card";
import { AppOn } from "./app-on";
import { AppSuspended } from "./app-suspended";
import { RecoveryCodesCard } from "./recovery-codes-card";
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
  return (
    <div id={sectionId} tabIndex={-1} className="grid gap-6 outline-none">
      {isSuspended && <AppSuspended />}
      {!(since && isSuspended) && (
        <SetUpApp account={email}>
          {since && (
            <AppCard isOn>
              <AppOn since={since} timeZone={timeZone} />
            </AppCard>
          )}
        </SetUpApp>
      )}
      {hasSecondFactor && <RecoveryCodesCard left={codesLeft} account={email} usedNow={usedNow} />}
    </div>
  );
}
