"use client";

import { useTranslations } from "next-intl";
import { Checklist } from "@/components/ui/fields/choice-cards";
import { Field } from "@/components/ui/fields/field";
import { SecurityFields } from "@/components/webhooks/secrets/security-fields";
import type { ActionState } from "@/lib/platform/form";
import { retriesLastDays } from "@/lib/webhooks/deliver/retry-schedule";
import { deliveryOptions, maxDescriptionLength } from "@/lib/webhooks/endpoints/schema";
import { EventTree } from "./event-tree";

export type EndpointValues = {
  url: string;
  description: string;
  events: readonly string[];
  securityType: string;
  headerName: string;
  ratePerSecond: string;
  options: readonly string[];
};

type EndpointFieldsProps = { state: ActionState<unknown>; values: EndpointValues; isKept?: boolean };

export function EndpointFields({ state, values, isKept }: EndpointFieldsProps) {
  const t = useTranslations("webhooks.form");
  const line = (name: "url" | "description" | "ratePerSecond") => ({
    name,
    state,
    label: t(name),
    hint: t(`${name}Hint`),
    defaultValue: values[name],
    autoComplete: "off",
  });
  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-x-6 gap-y-5 lg:grid-cols-[5fr_5fr_4fr]">
        <Field {...line("url")} type="url" inputMode="url" maxLength={2000} spellCheck={false} mono />
        <Field {...line("description")} maxLength={maxDescriptionLength} />
        <Field {...line("ratePerSecond")} inputMode="numeric" maxLength={4} />
      </div>
      <EventTree name="events" defaultValues={values.events} state={state} />
      <div className="grid items-start gap-x-6 gap-y-5 lg:grid-cols-2">
        <SecurityFields state={state} type={values.securityType} headerName={values.headerName} isKept={isKept} />
        <Checklist
          legend={t("options.legend")}
          name="options"
          choices={deliveryOptions.map((value) => ({
            value,
            label: t(`options.${value}.label`),
            hint: t(`options.${value}.hint`, { days: retriesLastDays }),
          }))}
          defaultValues={values.options}
          state={state}
        />
      </div>
    </div>
  );
}
