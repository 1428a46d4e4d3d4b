"use client";

import { useLocale, useTranslations } from "next-intl";
import { PricesLink } from "@/components/speech/playground/bench-parts";
import { Notice } from "@/components/ui/feedback/notice";
import { SelectField } from "@/components/ui/fields/field";
import { formatVnd } from "@/lib/platform/i18n/format";
import type { ModelRecord } from "@/lib/speech/schema";

type ModelChoiceProps = {
  models: readonly ModelRecord[];
  model: ModelRecord;
  /** Where sound goes on, the price of a minute is shown. */
  isPerMinute?: boolean;
  onChange: (modelId: string) => void;
};

/** Which model recognizes speech, and what it costs. */
export function ModelChoice({ models, model, isPerMinute = false, onChange }: ModelChoiceProps) {
  const t = useTranslations("playground.transcribe");
  const locale = useLocale();
  const price = formatVnd(BigInt(Math.round(model.priceVnd * 1000)) * (isPerMinute ? 60n : 1n), locale);
  const nameOf = ({ engine, name }: Pick<ModelRecord, "engine" | "name">) =>
    engine === "demo-synthetic" ? t("demo.title") : name;
  return (
    <>
      <div className="grid gap-1">
        {models.length > 1 ? (
          <SelectField
            label={t("model")}
            name="model"
            defaultValue={model.modelId}
            choices={models.map(({ modelId, engine, name }) => ({ value: modelId, label: nameOf({ engine, name }) }))}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <>
            <h2 className="font-medium">{t("model")}</h2>
            <p className="wrap-anywhere">{nameOf(model)}</p>
          </>
        )}
        <p className="flex flex-wrap gap-x-4 text-muted text-sm">
          {t(isPerMinute ? "pricePerMinute" : "pricePerSecond", { price })}
          <PricesLink />
        </p>
      </div>
      {model.engine === "demo-synthetic" && <Notice kind="warning">{t("demo.hint")}</Notice>}
    </>
  );
}
