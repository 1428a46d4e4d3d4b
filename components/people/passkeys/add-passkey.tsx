"use client";

import { startRegistration } from "@simplewebauthn/browser";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { NewRecoveryCodes } from "@/components/people/two-factor/new-recovery-codes";
import { toast } from "@/components/ui/feedback/toast";
import { Form, FormMessage, SubmitButton } from "@/components/ui/fields/form";
import { finishRegistrationAction, startRegistrationAction } from "@/lib/people/passkeys/actions";
import { useCeremony, useWebAuthn } from "./passkey-form";

/** Creates a passkey on this device. `account`: the name for the recovery codes' file. */
export function AddPasskey({ account }: { account: string }) {
  const t = useTranslations("passkeys");
  const isSupported = useWebAuthn();
  const ceremony = useCeremony({
    start: startRegistrationAction,
    ask: (optionsJSON) => startRegistration({ optionsJSON }),
    finish: finishRegistrationAction,
  });
  const [codes, setCodes] = useState<string[] | null>(null);

  const showAdded = ({ name, recoveryCodes }: { name: string; recoveryCodes: string[] | null }) => {
    toast(t("added", { name }));
    setCodes(recoveryCodes);
  };

  if (codes) return <NewRecoveryCodes codes={codes} account={account} onSaved={() => setCodes(null)} />;
  if (!isSupported) return <p className="text-muted">{t("unsupported")}</p>;
  return (
    <Form action={ceremony} onDone={showAdded} stepUp={StepUp}>
      {(state) => (
        <>
          <SubmitButton variant="secondary" icon={<Plus aria-hidden />}>
            {t("add")}
          </SubmitButton>
          <FormMessage state={state} />
        </>
      )}
    </Form>
  );
}
