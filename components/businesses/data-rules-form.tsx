"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { RadioCards } from "@/components/ui/fields/choice-cards";
import { Form } from "@/components/ui/fields/form";
import { setDataRulesAction } from "@/lib/businesses/actions";
import { retentions } from "@/lib/businesses/choices";
import type { DataRules } from "@/lib/businesses/schema";

type DataRulesFormProps = { business: string; rules: DataRules; regions: readonly string[] };

export function DataRulesForm({ business, rules, regions }: DataRulesFormProps) {
  const t = useTranslations("settings.data");
  return (
    <Form
      action={setDataRulesAction}
      hidden={{ business }}
      stepUp={StepUp}
      notice={t("saved")}
      submit={t("save")}
      button={{ variant: "secondary" }}
    >
      {(state) => (
        <>
          <AskUnsaved state={state} />
          <RadioCards
            legend={t("retention")}
            name="retentionDays"
            defaultValue={String(rules.retentionDays)}
            choices={retentions.map((days) => ({
              value: String(days),
              label: t(`retentions.${days}.label`),
              hint: t(`retentions.${days}.hint`),
            }))}
          />
          <RadioCards
            legend={t("region")}
            name="pinnedRegion"
            defaultValue={rules.pinnedRegion ?? ""}
            choices={[
              { value: "", label: t("anyRegion"), hint: t("anyRegionHint") },
              ...regions.map((region) => ({ value: region, label: t(`regions.${region}`), hint: t("regionHint") })),
            ]}
          />
        </>
      )}
    </Form>
  );
}
