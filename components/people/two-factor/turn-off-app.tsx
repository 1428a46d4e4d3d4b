"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Form } from "@/components/ui/fields/form";
import { PasswordField } from "@/components/ui/fields/password-field";
import { turnOffTotpAction } from "@/lib/people/two-factor/actions";
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
  useGoOn();

  return (
    <Form action={turnOffTotpAction} cancel={t("cancel")} submit={t("turnOffConfirm")} button={{ variant: "danger" }}>
      {(state) => (
        <>
          <PasswordField label={t("password")} name="password" state={state} autoComplete="current-password" required />
          <AnyCodeField state={state} />
        </>
      )}
    </Form>
  );
}
