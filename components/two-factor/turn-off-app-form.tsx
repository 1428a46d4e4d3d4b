"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { DialogActions } from "@/components/ui/dialog-actions";
import { DialogClose } from "@/components/ui/dialog-close";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { idle } from "@/lib/form";
import { turnOffTotpAction } from "@/lib/two-factor/actions";
import { useGoOn } from "./use-go-on";

export function TurnOffAppForm() {
  const t = useTranslations("twoFactor.app");
  const [state, turnOff] = useActionState(turnOffTotpAction, idle);
  useGoOn();

  return (
    <FreshForm state={state} action={turnOff}>
      <FormMessage state={state} />
      <DialogActions>
        <DialogClose variant="ghost">{t("cancel")}</DialogClose>
        <SubmitButton variant="danger">{t("turnOffConfirm")}</SubmitButton>
      </DialogActions>
    </FreshForm>
  );
}
