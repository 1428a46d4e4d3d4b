"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import { confirmTotpAction, startTotpAction } from "@/lib/two-factor/actions";
import { AppCard } from "./app-card";
import { AppTurnedOn } from "./app-turned-on";
import { ConfirmAppForm } from "./confirm-app-form";
import { EnrolmentSteps } from "./enrolment-steps";

/** From the first click to the recovery codes. `account`: the name for the recovery codes' file. */
export function SetUpApp({ account }: { account: string }) {
  const t = useTranslations("twoFactor.app");
  const [started, start] = useActionState(startTotpAction, idle);
  const [confirmed, confirm] = useActionState(confirmTotpAction, idle);

  if (confirmed.status === "done") {
    return (
      <AppCard isOn>
        <AppTurnedOn codes={confirmed.data.recoveryCodes} account={account} />
      </AppCard>
    );
  }
  return (
    <AppCard isOn={false}>
      <p className="max-w-text text-muted">{t("offLead")}</p>
      {started.status === "done" && (
        <EnrolmentSteps enrolment={started.data}>
          <ConfirmAppForm state={confirmed} action={confirm} />
        </EnrolmentSteps>
      )}
      <FreshForm state={started} action={start}>
        <FormMessage state={started} />
        {started.status === "done" ? (
          <SubmitButton variant="ghost">{t("restart")}</SubmitButton>
        ) : (
          <SubmitButton>{t("start")}</SubmitButton>
        )}
      </FreshForm>
    </AppCard>
  );
}
