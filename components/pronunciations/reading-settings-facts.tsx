import { useTranslations } from "next-intl";
import type { ReadingSettings } from "@/lib/speech/reading-settings-schema";
import { readingSamples } from "./reading-samples";

/** The settings for members who may not change them. */
export function ReadingSettingsFacts({ settings }: { settings: ReadingSettings }) {
  const t = useTranslations("pronunciations.reading");
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {readingSamples.map(({ option, choices }) => (
        <div key={option}>
          <dt className="text-muted text-sm">{t(`options.${option}`)}</dt>
          <dd>{choices.find(({ value }) => value === settings[option])?.label ?? t("byRegion")}</dd>
        </div>
      ))}
    </dl>
  );
}
