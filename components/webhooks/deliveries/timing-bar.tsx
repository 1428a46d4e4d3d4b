import { clsx } from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { formatNumber } from "@/lib/platform/i18n/format";
import type { Phase } from "@/lib/webhooks/deliveries/describe";

const looks: Record<Phase["phase"], string> = {
  dns: "bg-line",
  connect: "bg-edge",
  tls: "bg-muted",
  wait: "bg-ink",
  receive: "bg-edge",
};

export function TimingBar({ phases, durationMs }: { phases: readonly Phase[]; durationMs: number }) {
  const t = useTranslations("webhooks.attempt");
  const locale = useLocale();
  if (phases.length === 0) return null;
  return (
    <div className="grid gap-2">
      <div aria-hidden className="flex h-2.5 overflow-hidden rounded-full bg-sunken">
        {phases.map(({ phase, ms }) => (
          <span key={phase} className={looks[phase]} style={{ width: `${(100 * ms) / Math.max(durationMs, 1)}%` }} />
        ))}
      </div>
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {phases.map(({ phase, ms }) => (
          <div key={phase} className="inline-flex items-center gap-1.5">
            <dt className="inline-flex items-center gap-1.5 text-muted">
              <span aria-hidden className={clsx("size-2.5 rounded-small border border-edge", looks[phase])} />
              {t(`phases.${phase}`)}
            </dt>
            <dd className="tabular-nums">{t("ms", { ms: formatNumber(ms, locale) })}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
