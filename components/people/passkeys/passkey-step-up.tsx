"use client";

import { startAuthentication } from "@simplewebauthn/browser";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { useProven } from "@/components/people/account/use-proven";
import { finishStepUpAction, startStepUpAction } from "@/lib/people/passkeys/actions";
import { idle } from "@/lib/platform/form";
import { PasskeyForm } from "./passkey-form";
import { useCeremony } from "./use-ceremony";

export function PasskeyStepUp({ onProven }: { onProven: () => void }) {
  const t = useTranslations("passkeys");
  const ceremony = useCeremony({
    start: startStepUpAction,
    ask: (optionsJSON) => startAuthentication({ optionsJSON }),
    finish: finishStepUpAction,
  });
  const [state, prove] = useActionState(ceremony, idle);
  useProven(state, onProven);
  return <PasskeyForm label={t("use")} state={state} action={prove} />;
}
