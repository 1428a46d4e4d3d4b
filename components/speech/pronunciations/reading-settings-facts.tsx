import { useTranslations } from "next-intl";
import type { ReadingSettings } from "@/lib/speech/pronunciations/schema";
import { labelOf, readingSamples } from "./reading-samples";

/** The settings for members who may not change them. */
export function ReadingSettingsFacts({ settings }: { settings: ReadingSettings }) {
  const t = useTranslations("pronunciations.reading");
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {readingSamples.map((sample) => (
        <div key={sample.option}>
          <dt className="text-muted text-sm">{t(`options.${sample.option}`)}</dt>
          <dd>
            {labelOf(sample, settings[sample.option]) ||
              (sample.isRegional ? t("byRegion") : t("byDefault", { choice: sample.choices[0]?.label ?? "" }))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
