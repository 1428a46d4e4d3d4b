"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { editKeyAction } from "@/lib/keys/actions";
import type { KeyMode } from "@/lib/keys/choices";
import { idle } from "@/lib/platform/form";
import { type KeyBounds, KeyFields, type KeyValues } from "./key-fields";

type EditKeyFormProps = { business: string; id: string; mode: KeyMode; bounds: KeyBounds; values: KeyValues };

export function EditKeyForm({ business, id, mode, bounds, values }: EditKeyFormProps) {
  const t = useTranslations("keys");
  const [state, save] = useActionState(editKeyAction, idle);
  return (
    <FreshForm state={state} action={save} hidden={{ business, id }}>
      {/* Another form on the page can change the same key: the fields then restart from its new values. */}
      <KeyFields key={JSON.stringify(values)} {...{ state, mode, bounds, values }} />
      <FormMessage state={state} />
      <FormNotice state={state}>{t("saved")}</FormNotice>
      <SubmitButton>{t("save")}</SubmitButton>
    </FreshForm>
  );
}
