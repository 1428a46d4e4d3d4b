"use client";

import { RotateCcw } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { readingSamples } from "@/components/speech/pronunciations/reading-samples";
import { Button } from "@/components/ui/buttons/button";
import { Field, SelectField } from "@/components/ui/fields/field";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { Slider } from "@/components/ui/fields/slider";
import { Switch } from "@/components/ui/fields/switch";
import { Card } from "@/components/ui/text/card";
import type { ReadingChoice } from "@/lib/speech/pronunciations/schema";
import type { AudioFormat, ModelRecord } from "@/lib/speech/schema";
import {
  type Catalogue,
  type ConfigValue,
  type Draft,
  isReadOtherwise,
  withModel,
  withOption,
  withSetting,
} from "./draft";

type SettingsCardProps = {
  draft: Draft;
  model: ModelRecord;
  catalogue: Catalogue;
  audioFormats: readonly AudioFormat[];
  onChange: (draft: Draft) => void;
  /** The choice of the region that runs the request; empty if there is one only. */
  region: ReactNode;
};

/** How a draft is spoken: its model, the model's own settings, rendered from its schema, its format and its reading. */
export function SettingsCard({ draft, model, catalogue, audioFormats, onChange, region }: SettingsCardProps) {
  const t = useTranslations("playground.settings");
  // The controls are uncontrolled: a reset mounts them again.
  const [resets, setResets] = useState(0);
  const isDefault =
    Object.keys(draft.config).length === 0 && draft.audioFormat === "mp3" && !isReadOtherwise(draft.reading);

  const reset = () => {
    setResets(resets + 1);
    onChange({ ...draft, config: {}, audioFormat: "mp3", reading: {} });
  };

  return (
    <Card
      title={t("title")}
      action={
        <Button size="small" variant="ghost" icon={<RotateCcw />} disabled={isDefault} onClick={reset}>
          {t("reset")}
        </Button>
      }
    >
      <div key={`${model.modelId} ${resets}`} className="grid gap-4">
        {catalogue.models.length > 1 && (
          <SelectField
            label={t("model")}
            name="model"
            defaultValue={model.modelId}
            choices={catalogue.models.map(({ modelId, name }) => ({ value: modelId, label: name }))}
            onChange={(event) => onChange(withModel(draft, catalogue, event.target.value))}
          />
        )}
        {Object.entries(model.config).map(([name, field]) => (
          <SettingControl
            key={name}
            name={name}
            field={field}
            value={draft.config[name] ?? field.default}
            onChange={(value) => onChange(withSetting(draft, model, name, value))}
          />
        ))}
        <SegmentedControl
          legend={t("format")}
          name="format"
          choices={audioFormats.map((format) => ({ value: format, label: format.toUpperCase() }))}
          defaultValue={draft.audioFormat}
          onValueChange={(format) => onChange({ ...draft, audioFormat: format as AudioFormat })}
        />
        <ReadingControl reading={draft.reading} onChange={(reading) => onChange({ ...draft, reading })} />
        {region}
      </div>
    </Card>
  );
}

type SettingControlProps = {
  name: string;
  field: ModelRecord["config"][string];
  value: ConfigValue;
  onChange: (value: ConfigValue) => void;
};

/** One setting as its field describes it. A number without both bounds is a text field, because a slider needs both. */
function SettingControl({ name, field, value, onChange }: SettingControlProps) {
  const { type, min, max, options = [] } = field;
  const label = field.label[useLocale()];

  if (type === "boolean") {
    return (
      <Switch label={label} name={name} checked={value === true} onChange={(event) => onChange(event.target.checked)} />
    );
  }
  if (type === "enum") {
    return (
      <SelectField
        label={label}
        name={name}
        defaultValue={String(value)}
        choices={options.map((option) => ({ value: option, label: option }))}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  if (min === undefined || max === undefined) {
    return (
      <Field
        label={label}
        name={name}
        type="number"
        step={field.step ?? "any"}
        defaultValue={String(value)}
        onChange={(event) => Number.isNaN(event.target.valueAsNumber) || onChange(event.target.valueAsNumber)}
      />
    );
  }
  return (
    <Slider
      label={label}
      name={name}
      min={min}
      max={max}
      step={field.step ?? (type === "integer" ? 1 : (max - min) / 100)}
      defaultValue={Number(value)}
      onValueChange={onChange}
    />
  );
}

type ReadingControlProps = { reading: ReadingChoice; onChange: (reading: ReadingChoice) => void };

/** How this request reads numbers: as the business does, with its own settings, or not at all. */
function ReadingControl({ reading, onChange }: ReadingControlProps) {
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
