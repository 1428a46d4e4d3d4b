import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import { recoveryCodeCount } from "@/lib/people/two-factor/schema";
import { RenewRecoveryCodes } from "./renew-recovery-codes";

type RecoveryCodesCardProps = {
  /** Codes that still work. */
  left: number;
  account: string;
  /** The reader has just signed in with one of them. */
  usedNow: boolean;
};

/** For people who lost their second factor: how many codes are left, and a new set. */
export function RecoveryCodesCard({ left, account, usedNow }: RecoveryCodesCardProps) {
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
