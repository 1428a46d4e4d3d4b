import { useLocale, useTranslations } from "next-intl";
import { formatNumber } from "@/lib/platform/i18n/format";

const speeds = [0.75, 1, 1.25, 1.5, 2];

export function SpeedSelect({ onChange }: { onChange: (speed: number) => void }) {
  const t = useTranslations("ui.waveform");
  const locale = useLocale();
  return (
    <select
      aria-label={t("speed")}
      defaultValue={1}
      onChange={(event) => onChange(Number(event.target.value))}
      className="field-sizing-content h-8 rounded-control bg-transparent px-1 text-muted text-sm hover:bg-hover hover:text-ink pointer-coarse:h-11"
    >
      {speeds.map((speed) => (
        <option key={speed} value={speed}>
          {formatNumber(speed, locale)}×
        </option>
      ))}
    </select>
  );
}
