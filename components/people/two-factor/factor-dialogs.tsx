"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Form } from "@/components/ui/fields/form";
import { PasswordField } from "@/components/ui/fields/password-field";
import { renewRecoveryCodesAction, turnOffTotpAction } from "@/lib/people/two-factor/actions";
import { AnyCodeField } from "./any-code-field";
import { NewRecoveryCodes } from "./new-recovery-codes";
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

/** Asks first, in a dialog; the new set is then shown on the page, where no key press closes it by mistake. */
export function RenewRecoveryCodes({ account }: { account: string }) {
  const t = useTranslations("twoFactor.recovery");
  const [codes, setCodes] = useState<readonly string[]>();

  if (codes) return <NewRecoveryCodes codes={codes} account={account} onSaved={() => setCodes(undefined)} />;
  return (
    <div>
      <Dialog title={t("renewTitle")} lead={t("renewLead")} trigger={{ label: t("renew") }}>
        <RenewRecoveryCodesForm onRenewed={setCodes} />
      </Dialog>
    </div>
  );
}

function RenewRecoveryCodesForm({ onRenewed }: { onRenewed: (codes: readonly string[]) => void }) {
  const t = useTranslations("twoFactor.recovery");

  return (
    <Form
      action={renewRecoveryCodesAction}
      onDone={onRenewed}
      stepUp={StepUp}
      cancel={t("cancel")}
      submit={t("renewConfirm")}
      button={{ variant: "danger" }}
    />
  );
}
