"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { SelectField } from "@/components/ui/fields/select-field";
import { Card } from "@/components/ui/text/card";
import type { AudioFormat, ModelRecord } from "@/lib/speech/schema";
import { type ConfigValue, type Draft, isReadOtherwise } from "./draft";
import { SettingControl } from "./setting-control";

type SettingsCardProps = {
  draft: Draft;
  model: ModelRecord;
  models: readonly ModelRecord[];
  audioFormats: readonly AudioFormat[];
  onModel: (modelId: string) => void;
  onFormat: (format: AudioFormat) => void;
  onSetting: (name: string, value: ConfigValue) => void;
  onReset: () => void;
  reading: ReactNode;
  /** Where the request runs, if there is a choice. */
  region: ReactNode;
};

/** The model's own settings, rendered from its schema. */
export function SettingsCard({ draft, model, models, audioFormats, reading, region, ...on }: SettingsCardProps) {
  const t = useTranslations("playground.settings");
  // The controls are uncontrolled: a reset mounts them again.
  const [resets, setResets] = useState(0);
  const isDefault =
    Object.keys(draft.config).length === 0 && draft.audioFormat === "mp3" && !isReadOtherwise(draft.reading);

  const reset = () => {
    setResets(resets + 1);
    on.onReset();
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
        {models.length > 1 && (
          <SelectField
            label={t("model")}
            name="model"
            defaultValue={model.modelId}
            choices={models.map(({ modelId, name }) => ({ value: modelId, label: name }))}
            onChange={(event) => on.onModel(event.target.value)}
          />
        )}
        {Object.entries(model.config).map(([name, field]) => (
          <SettingControl
            key={name}
            name={name}
            field={field}
            value={draft.config[name] ?? field.default}
            onChange={(value) => on.onSetting(name, value)}
          />
        ))}
        <SegmentedControl
          legend={t("format")}
          name="format"
          choices={audioFormats.map((format) => ({ value: format, label: format.toUpperCase() }))}
          defaultValue={draft.audioFormat}
          onValueChange={(format) => on.onFormat(format as AudioFormat)}
        />
        {reading}
        {region}
      </div>
    </Card>
  );
}
