"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useActionState, useState } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
import { confirmTotpAction, startTotpAction } from "@/lib/people/two-factor/actions";
import { idle } from "@/lib/platform/form";
import { AppCard } from "./app-card";
import { AppTurnedOn } from "./app-turned-on";
import { ConfirmAppForm } from "./confirm-app-form";
import { EnrolmentSteps } from "./enrolment-steps";

type SetUpAppProps = {
  /** The name for the recovery codes' file. */
  account: string;
  /** What to show of an app that is on. */
  children: ReactNode;
};

/** From the first click to the recovery codes, which stay while the page around them already says that the app is on. */
export function SetUpApp(props: SetUpAppProps) {
  const [round, setRound] = useState(0);
  return <Round key={round} {...props} onSaved={() => setRound(round + 1)} />;
}

function Round({ account, children, onSaved }: SetUpAppProps & { onSaved: () => void }) {
  const t = useTranslations("twoFactor.app");
  const [started, start] = useActionState(startTotpAction, idle);
  const [confirmed, confirm] = useActionState(confirmTotpAction, idle);

  if (confirmed.status === "done") {
    return (
      <AppCard isOn>
        <AppTurnedOn codes={confirmed.data.recoveryCodes} account={account} onSaved={onSaved} />
      </AppCard>
    );
  }
  if (children) return children;
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
