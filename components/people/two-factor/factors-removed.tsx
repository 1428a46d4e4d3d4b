import { useLocale, useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import { formatTime } from "@/lib/platform/i18n/format";

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
