"use client";

import { useTranslations } from "next-intl";
import { useActionState, useEffect } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { Notice } from "@/components/ui/feedback/notice";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import { removePasskeyAction } from "@/lib/passkeys/actions";

export type RemovePasskeyFormProps = {
  id: string;
  isLastFactor: boolean;
  /** The id of the element that gets the focus: a removed passkey's row removes this form. */
  goOnAt: string;
};

export function RemovePasskeyForm({ id, isLastFactor, goOnAt }: RemovePasskeyFormProps) {
  const t = useTranslations("passkeys");
  const [state, remove] = useActionState(removePasskeyAction, idle);

  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(goOnAt)?.focus();
    },
    [goOnAt],
  );

  return (
    <FreshForm state={state} action={remove} hidden={isLastFactor ? { id, endsTwoFactor: "yes" } : { id }}>
      {isLastFactor && <Notice kind="warning">{t("removeLast")}</Notice>}
      <p className="text-muted">{t("removeLead")}</p>
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger">{t(isLastFactor ? "removeLastNow" : "removeNow")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
