"use client";

import { useLocale } from "next-intl";
import { Field } from "@/components/ui/fields/field";
import { SelectField } from "@/components/ui/fields/select-field";
import { Slider } from "@/components/ui/fields/slider";
import { Switch } from "@/components/ui/fields/switch";
import type { ModelRecord } from "@/lib/speech/schema";
import type { ConfigValue } from "./draft";

type SettingControlProps = {
  name: string;
  field: ModelRecord["config"][string];
  value: ConfigValue;
  onChange: (value: ConfigValue) => void;
};

/** One setting as its field describes it. A number without both bounds is a text field, because a slider needs both. */
export function SettingControl({ name, field, value, onChange }: SettingControlProps) {
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
      {...{ label, name, min, max }}
      step={field.step ?? (type === "integer" ? 1 : (max - min) / 100)}
      defaultValue={Number(value)}
      onValueChange={onChange}
    />
  );
}
