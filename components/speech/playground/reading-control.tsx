import { useTranslations } from "next-intl";
import { useState } from "react";
import { readingSamples } from "@/components/speech/pronunciations/reading-samples";
import { SelectField } from "@/components/ui/fields/select-field";
import { Switch } from "@/components/ui/fields/switch";
import type { ReadingChoice } from "@/lib/speech/pronunciations/schema";
import { isReadOtherwise, withOption } from "./draft";

type ReadingControlProps = { reading: ReadingChoice; onChange: (reading: ReadingChoice) => void };

/** How this request reads numbers: as the business does, with its own settings, or not at all. */
export function ReadingControl({ reading, onChange }: ReadingControlProps) {
  const t = useTranslations("playground.readingOptions");
  const words = useTranslations("pronunciations.reading.options");
  const [isOpen, setOpen] = useState(isReadOtherwise(reading));
  const count = reading === "off" ? 0 : Object.keys(reading).length;
  const state = reading === "off" ? t("isOff") : count > 0 ? t("chosen", { count }) : t("byBusiness");
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-control border border-line"
    >
      <summary className="cursor-pointer px-3 py-2.5">
        <span className="font-medium">{t("title")}</span> <span className="text-muted text-sm">{state}</span>
      </summary>
      <div className="grid gap-4 border-line border-t p-3">
        {reading !== "off" &&
          readingSamples.map(({ option, choices }) => (
            <SelectField
              key={option}
              label={words(option)}
              name={option}
              defaultValue={reading[option] ?? ""}
              choices={[{ value: "", label: t("byBusiness") }, ...choices]}
              onChange={(event) => onChange(withOption(reading, option, event.target.value))}
            />
          ))}
        <Switch
          label={t("off")}
          hint={t("offHint")}
          name="readingOff"
          checked={reading === "off"}
          onChange={(event) => onChange(event.target.checked ? "off" : {})}
        />
      </div>
    </details>
  );
}
