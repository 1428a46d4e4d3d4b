import { useLocale, useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { formatTime } from "@/lib/i18n/format";
import { SetUpApp } from "./set-up-app";
import { TurnOffAppDialog } from "./turn-off-app-dialog";

type AppCardProps = {
  /** Since when codes are asked for; null when they are not. */
  since: Date | null;
  account: string;
  timeZone: string;
};

/** Codes from an authenticator app: off with the way to turn them on, or on with the way to turn them off. */
export function AppCard({ since, account, timeZone }: AppCardProps) {
  const t = useTranslations("twoFactor.app");
  const locale = useLocale();
  const status = since ? <Badge kind="success">{t("on")}</Badge> : <Badge>{t("off")}</Badge>;
  return (
    <Card title={t("title")} action={status}>
      <div className="grid gap-4">
        <p className="max-w-text text-muted">
          {since ? t("since", { time: formatTime(since, locale, timeZone) }) : t("offLead")}
        </p>
        {since ? <TurnOffAppDialog /> : <SetUpApp account={account} />}
      </div>
    </Card>
  );
}
