import { useLocale } from "next-intl";
import { formatTime } from "@/lib/i18n/format";

/** Says when a wait ends, in the person's own time zone and with its name: they may be far from home. */
export function useWaitEnd() {
  const locale = useLocale();
  return ({ dueAt, timeZone }: { dueAt: Date; timeZone: string }) =>
    `${formatTime(dueAt, locale, timeZone)} (${timeZone})`;
}
