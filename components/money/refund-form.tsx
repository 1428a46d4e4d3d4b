"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { CloseDialog } from "@/components/ui/dialogs/close-dialog";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { Field } from "@/components/ui/fields/field";
import { FormMessage } from "@/components/ui/fields/form-message";
import type { Choice } from "@/components/ui/fields/select";
import { SelectField } from "@/components/ui/fields/select-field";
import { requestRefundAction } from "@/lib/money/refunds/actions";
import { idle } from "@/lib/platform/form";

type RefundFormProps = { business: string; banks: readonly Choice[] };

export function RefundForm({ business, banks }: RefundFormProps) {
  const t = useTranslations("refunds");
  const [state, request] = useActionState(requestRefundAction, idle);
  if (state.status === "done") return <CloseDialog />;
  return (
    <FreshForm action={request} state={state} hidden={{ business }}>
      <SelectField label={t("bank")} name="bin" state={state} choices={[{ value: "", label: t("choose") }, ...banks]} />
      <Field label={t("account")} name="accountNumber" state={state} autoComplete="off" maxLength={40} mono required />
      <Field label={t("holder")} name="holder" state={state} autoComplete="off" maxLength={70} required />
      <FormMessage state={state} />
      <DialogActions cancel={t("cancel")}>
        <SubmitButton>{t("submit")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
