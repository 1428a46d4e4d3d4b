import { useTranslations } from "next-intl";

const mostDays = 365;

/** How long the credit lasts, in words; `null` while nothing is known. */
export function useDaysLeft(days: number | null): string {
  const t = useTranslations("billing.balance");
  if (days === null) return t("daysUnknown");
  return days > mostDays ? t("yearLeft") : t("daysLeft", { days });
}
