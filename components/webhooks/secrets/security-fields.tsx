"use client";

import { useTranslations } from "next-intl";
import { RadioCards } from "@/components/ui/fields/choice-cards";
import { Field } from "@/components/ui/fields/field";
import type { ActionState } from "@/lib/platform/form";
import { maxHeaderValueLength, securityTypes } from "@/lib/webhooks/endpoints/schema";

type SecurityFieldsProps = {
  state: ActionState<unknown>;
  type: string;
  headerName: string;
  /** A value is stored: an empty field keeps it. */
  isKept?: boolean;
};

/** What is sent besides the signature. The header's fields are hidden by CSS, so that they also work without scripts. */
export function SecurityFields({ state, type, headerName, isKept = false }: SecurityFieldsProps) {
  const t = useTranslations("webhooks.form");
  const typed = state.status === "refused" ? state.values.securityType : undefined;
  const chosen = typeof typed === "string" ? typed : type;
  return (
    <div className="group grid gap-4">
      <RadioCards
        key={chosen}
        legend={t("security")}
        name="securityType"
        defaultValue={chosen}
        choices={securityTypes.map((value) => ({
          value,
          label: t(`securities.${value}.label`),
          hint: t(`securities.${value}.hint`),
        }))}
      />
      <div className="grid gap-4 group-has-[input[value=none]:checked]:hidden">
        <Field
          name="headerName"
          label={t("headerName")}
          hint={t("headerNameHint")}
          state={state}
          defaultValue={headerName}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          mono
        />
        <Field
          name="headerSecret"
          label={t("headerValue")}
          hint={t(isKept ? "headerValueKept" : "headerValueHint")}
          state={state}
          type="password"
          maxLength={maxHeaderValueLength}
          autoComplete="new-password"
          spellCheck={false}
          mono
        />
      </div>
    </div>
  );
}
