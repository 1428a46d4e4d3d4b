import { useLocale, useTranslations } from "next-intl";
import { formatTime } from "@/lib/platform/i18n/format";
import { TurnOffAppDialog } from "./turn-off-app-dialog";

/** `since`: when the app was confirmed. */
export function AppOn({ since, timeZone }: { since: Date; timeZone: string }) {
  const t = useTranslations("twoFactor.app");
  return (
    <>
      <p className="max-w-text text-muted">{t("since", { time: formatTime(since, useLocale(), timeZone) })}</p>
      <TurnOffAppDialog />
    </>
  );
}
