"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Notice } from "@/components/ui/feedback/notice";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { FormMessage } from "@/components/ui/fields/form-message";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { setDataRulesAction } from "@/lib/businesses/actions";
import { retentions } from "@/lib/businesses/choices";
import type { DataRules } from "@/lib/businesses/schema";
import { idle } from "@/lib/platform/form";

type DataRulesFormProps = { business: string; rules: DataRules; regions: readonly string[] };

export function DataRulesForm({ business, rules, regions }: DataRulesFormProps) {
  const t = useTranslations("settings.data");
  const [state, save] = useActionState(setDataRulesAction, idle);
  return (
    <FreshForm state={state} action={save} hidden={{ business }}>
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
      <FormMessage state={state} />
      <div role="status" className="empty:hidden">
        {state.status === "done" && <Notice kind="success">{t("saved")}</Notice>}
      </div>
      <SubmitButton variant="secondary">{t("save")}</SubmitButton>
    </FreshForm>
  );
}
