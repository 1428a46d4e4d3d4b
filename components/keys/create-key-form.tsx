"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { Checklist } from "@/components/ui/checklist";
import { DialogActions } from "@/components/ui/dialog-actions";
import { DialogClose } from "@/components/ui/dialog-close";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { idle } from "@/lib/form";
import { createKeyAction } from "@/lib/keys/actions";
import { offeredScopes } from "@/lib/keys/scopes";
import type { FirstCallExample } from "./first-call";
import { NewSecret } from "./new-secret";

type CreateKeyFormProps = { business: string; example: FirstCallExample };

export function CreateKeyForm({ business, example }: CreateKeyFormProps) {
  const t = useTranslations("keys");
  const [state, create] = useActionState(createKeyAction, idle);
  if (state.status === "done") return <NewSecret secret={state.data.secret} example={example} />;

  const services = offeredScopes.map((value) => ({
    value,
    label: t(`scopes.${value}`),
    hint: t(`scopeHints.${value}`),
  }));
  return (
    <FreshForm state={state} action={create} hidden={{ business }}>
      <Field label={t("name")} name="name" hint={t("nameHint")} state={state} maxLength={80} autoComplete="off" />
      <Checklist legend={t("services")} name="scopes" choices={services} defaultValues={offeredScopes} state={state} />
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton>{t("create")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
