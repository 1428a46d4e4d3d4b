"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Form } from "@/components/ui/fields/form";
import { editKeyAction } from "@/lib/keys/actions";
import type { KeyMode } from "@/lib/keys/choices";
import { type KeyBounds, KeyFields, type KeyValues } from "./key-fields";

type EditKeyFormProps = { business: string; id: string; mode: KeyMode; bounds: KeyBounds; values: KeyValues };

export function EditKeyForm({ business, id, mode, bounds, values }: EditKeyFormProps) {
  const t = useTranslations("keys");
  return (
    <Form action={editKeyAction} hidden={{ business, id }} stepUp={StepUp} notice={t("saved")} submit={t("save")}>
      {(state) => (
        <>
          {/* Another form on the page can change the same key: the fields then restart from its new values. */}
          <KeyFields key={JSON.stringify(values)} state={state} mode={mode} bounds={bounds} values={values} />
        </>
      )}
    </Form>
  );
}
