import { useLocale } from "next-intl";
import { formatTime } from "@/lib/platform/i18n/format";

/** When a wait ends, in the person's own time zone and with its name, because they can be travelling. */
export function useWaitEnd() {
  const locale = useLocale();
  return ({ dueAt, timeZone }: { dueAt: Date; timeZone: string }) =>
    `${formatTime(dueAt, locale, timeZone)} (${timeZone})`;
}
