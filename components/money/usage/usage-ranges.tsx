import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Input } from "@/components/ui/fields/controls";
import { TabLinks } from "@/components/ui/lists/tab-links";
import type { ShownRange } from "@/lib/money/usage/read-report";
import { type UsageAddress, usagePresets } from "@/lib/money/usage/schema";
import { formatDay } from "@/lib/platform/i18n/format";
import { usagePath } from "./usage-path";

type UsageRangesProps = { business: string; address: UsageAddress; range: ShownRange };

/** Presets, and any two days. */
export function UsageRanges({ business, address, range }: UsageRangesProps) {
  const t = useTranslations("usage");
  const locale = useLocale();
  const { range: _range, from: _from, to: _to, step: _step, ...kept } = address;
  const tabs = usagePresets.map((preset) => ({
    href: usagePath(business, { ...kept, range: preset }),
    label: t(`presets.${preset}`),
  }));
  const current = range.preset ? usagePath(business, { ...kept, range: range.preset }) : undefined;
  const days = (from: string, to: string) =>
    from === to ? formatDay(from, locale) : `${formatDay(from, locale)} – ${formatDay(to, locale)}`;
  const { from, to, hours = 24 } = range.before;
  const before = hours < 24 ? t("until", { days: days(from, to), time: `${hours}:00` }) : days(from, to);
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-full border-line border-b">
          <TabLinks label={t("ranges")} tabs={tabs} current={current} />
        </div>
        <form
          key={`${range.from} ${range.to}`}
          action={usagePath(business)}
          className="grid grid-cols-2 items-end gap-2 max-sm:w-full sm:grid-cols-[1fr_1fr_auto]"
        >
          {Object.entries(kept).map(
            ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
          )}
          {(["from", "to"] as const).map((name) => (
            <label key={name} htmlFor={`usage-${name}`} className="grid min-w-0 gap-1 text-muted text-sm">
              {t(name)}
              <Input id={`usage-${name}`} type="date" name={name} defaultValue={range[name]} />
            </label>
          ))}
          <span className="grid max-sm:col-span-2">
            <Button type="submit">{t("apply")}</Button>
          </span>
        </form>
      </div>
      <p className="text-muted text-sm">{t("compared", { days: days(range.from, range.to), before })}</p>
    </div>
  );
}
