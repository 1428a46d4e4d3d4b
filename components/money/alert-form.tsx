"use client";

import { useLocale, useTranslations } from "next-intl";
import { AmountField } from "@/components/ui/fields/amount-field";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { setAlertAction } from "@/lib/money/alerts/actions";
import type { AlertSettings } from "@/lib/money/alerts/schema";
import { formatNumber } from "@/lib/platform/i18n/format";

export function AlertForm({
  business,
  alert: { monthlyCapVnd, belowVnd, belowDays },
}: {
  business: string;
  alert: AlertSettings;
}) {
  const t = useTranslations("billing.alert");
  const locale = useLocale();
  return (
    <Form
      action={setAlertAction}
      hidden={{ business }}
      notice={t("saved")}
      submit={t("save")}
      button={{ variant: "secondary" }}
    >
      {(state) => (
        <>
          <AskUnsaved state={state} />
          <p className="text-muted">{t("lead")}</p>
          <AmountField
            name="belowVnd"
            state={state}
            label={t("belowVnd")}
            hint={t("empty")}
            defaultValue={belowVnd === null ? "" : formatNumber(belowVnd, locale)}
          />
          <Field
            name="belowDays"
            state={state}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            label={t("belowDays")}
            hint={t("daysHint")}
            defaultValue={belowDays === null ? "" : String(belowDays)}
          />
          <AmountField
            name="monthlyCapVnd"
            state={state}
            label={t("monthlyCap")}
            hint={t("monthlyCapHint")}
            defaultValue={monthlyCapVnd === null ? "" : formatNumber(monthlyCapVnd, locale)}
          />
        </>
      )}
    </Form>
  );
}
