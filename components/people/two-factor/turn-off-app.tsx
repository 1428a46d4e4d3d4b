"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { PasswordField } from "@/components/ui/fields/password-field";
import { turnOffTotpAction } from "@/lib/people/two-factor/actions";
import { idle } from "@/lib/platform/form";
import { AnyCodeField } from "./any-code-field";
import { useGoOn } from "./use-go-on";

export function TurnOffAppDialog() {
  const t = useTranslations("twoFactor.app");
  return (
    <div>
      <Dialog title={t("turnOffTitle")} lead={t("turnOffLead")} trigger={{ label: t("turnOff") }}>
        <TurnOffAppForm />
      </Dialog>
    </div>
  );
}

/** Requires both proofs: an attacker with a signed-in browser, or with the password, has only one of them. */
function TurnOffAppForm() {
  const t = useTranslations("twoFactor.app");
  const [state, turnOff] = useActionState(turnOffTotpAction, idle);
  useGoOn();

  return (
    <Form action={turnOff}>
      <FormMessage state={state} />
      <PasswordField label={t("password")} name="password" state={state} autoComplete="current-password" required />
      <AnyCodeField state={state} />
      <DialogActions cancel={t("cancel")}>
        <SubmitButton variant="danger">{t("turnOffConfirm")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
