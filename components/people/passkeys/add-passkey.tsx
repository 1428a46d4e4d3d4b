"use client";

import { startRegistration } from "@simplewebauthn/browser";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState, useEffect, useState } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { NewRecoveryCodes } from "@/components/people/two-factor/new-recovery-codes";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { toast } from "@/components/ui/feedback/toast";
import { FormMessage } from "@/components/ui/fields/form-message";
import { finishRegistrationAction, startRegistrationAction } from "@/lib/people/passkeys/actions";
import { idle } from "@/lib/platform/form";
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
  const [state, add] = useActionState(ceremony, idle);
  const [codes, setCodes] = useState<string[] | null>(null);

  useEffect(() => {
    if (state.status !== "done") return;
    toast(t("added", { name: state.data.name }));
    setCodes(state.data.recoveryCodes);
  }, [state, t]);

  if (codes) return <NewRecoveryCodes codes={codes} account={account} onSaved={() => setCodes(null)} />;
  if (!isSupported) return <p className="text-muted">{t("unsupported")}</p>;
  return (
    <FreshForm state={state} action={add}>
      <SubmitButton variant="secondary" icon={<Plus aria-hidden />}>
        {t("add")}
      </SubmitButton>
      <FormMessage state={state} />
    </FreshForm>
  );
}
