"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { AmountField } from "@/components/ui/fields/amount-field";
import { Checklist } from "@/components/ui/fields/choice-cards";
import { Field, TextareaField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { Switch } from "@/components/ui/fields/switch";
import type { Role } from "@/lib/access/principals/roles";
import { canGive, offeredScopes, speechScopes } from "@/lib/access/principals/scopes";
import { editKeyAction } from "@/lib/keys/actions";
import type { KeyMode } from "@/lib/keys/choices";
import type { ActionState } from "@/lib/platform/form";

type EditKeyFormProps = {
  business: string;
  role: Role;
  id: string;
  mode: KeyMode;
  bounds: KeyBounds;
  values: KeyValues;
};

export function EditKeyForm({ business, role, id, mode, bounds, values }: EditKeyFormProps) {
  const t = useTranslations("keys");
  return (
    <Form action={editKeyAction} hidden={{ business, id }} stepUp={StepUp} notice={t("saved")} submit={t("save")}>
      {(state) => (
        <>
          {/* Another form on the page can change the same key: the fields then restart from its new values. */}
          <KeyFields
            key={JSON.stringify(values)}
            state={state}
            role={role}
            mode={mode}
            bounds={bounds}
            values={values}
          />
        </>
      )}
    </Form>
  );
}

export type KeyBounds = { requestsPerMinute: number; concurrentCalls: number };

type KeyValues = {
  name: string;
  scopes: readonly string[];
  expiresOn: string;
  allowedAddresses: string;
  keyterms: string;
  keepsNothing: boolean;
  requestsPerMinute: string;
  concurrentCalls: string;
  monthlyCap: string;
};

type KeyFieldsProps = {
  state: ActionState<unknown>;
  /** A member gives the scopes that their role may give, and keeps those that the key has. */
  role: Role;
  bounds: KeyBounds;
  mode: KeyMode;
  values?: KeyValues;
};

const limits = ["expiresOn", "allowedAddresses", "requestsPerMinute", "concurrentCalls", "monthlyCap"] as const;

/** The settings of a key. Its limits are collapsed while none is set or invalid. */
export function KeyFields({ state, role, bounds, mode, values }: KeyFieldsProps) {
  const t = useTranslations("keys");
  const services = offeredScopes
    .filter((value) => canGive(role, value) || values?.scopes.includes(value))
    .map((value) => ({ value, label: t(`scopes.${value}`), hint: t(`scopeHints.${value}`) }));
  const refused = state.status === "refused" ? state : undefined;
  const isOpen = limits.some((name) => refused?.fields[name] || refused?.values[name] || values?.[name]);
  const hasTerms = refused?.fields.keyterms || refused?.values.keyterms || values?.keyterms;
  const line = (name: (typeof limits)[number] | "name" | "keyterms") => ({
    name,
    state,
    label: t(name),
    hint: t(`${name}Hint`, bounds),
    defaultValue: values?.[name],
    autoComplete: "off",
  });
  return (
    <>
      <Field {...line("name")} maxLength={80} />
      <Checklist
        legend={t("services")}
        name="scopes"
        choices={services}
        defaultValues={values?.scopes ?? speechScopes}
        state={state}
      />
      <Switch
        name="keepsNothing"
        label={t("keepsNothing")}
        hint={t("keepsNothingHint")}
        defaultChecked={values?.keepsNothing}
      />
      <details open={Boolean(hasTerms)} className="group rounded-control border border-line">
        <summary className="cursor-pointer px-3 py-2.5 font-medium">{t("transcription")}</summary>
        <div className="border-line border-t p-3">
          <TextareaField {...line("keyterms")} rows={5} spellCheck={false} />
        </div>
      </details>
      <details open={isOpen} className="group rounded-control border border-line">
        <summary className="cursor-pointer px-3 py-2.5 font-medium">{t("limits")}</summary>
        <div className="grid gap-5 border-line border-t p-3">
          <Field {...line("expiresOn")} type="date" />
          <TextareaField {...line("allowedAddresses")} rows={3} spellCheck={false} />
          <Field {...line("requestsPerMinute")} inputMode="numeric" />
          <Field {...line("concurrentCalls")} inputMode="numeric" />
          {mode === "live" && <AmountField {...line("monthlyCap")} />}
        </div>
      </details>
    </>
  );
}
