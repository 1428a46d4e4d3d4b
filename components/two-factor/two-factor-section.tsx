import { AppCard } from "./app-card";
import { RecoveryCodesCard } from "./recovery-codes-card";

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
    <>
      <AppCard since={since} account={email} timeZone={timeZone} />
      {hasSecondFactor && <RecoveryCodesCard left={codesLeft} account={email} usedNow={usedNow} />}
    </>
  );
}
