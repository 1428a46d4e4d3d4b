"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { PasskeyStepUp } from "@/components/passkeys/passkey-step-up";
import { CodeStepUp } from "@/components/two-factor/code-step-up";
import { Button } from "@/components/ui/buttons/button";
import type { StepUpWay } from "@/lib/form";
import { PasswordStepUp } from "./password-step-up";

type StepUpFormProps = {
  ways: readonly StepUpWay[];
  onProven?: () => void;
  /** What to show after the proof, and the way to cancel. */
  proven?: ReactNode;
  cancel?: ReactNode;
};

/** Asks someone who is signed in to prove their identity again: by a second factor first, if they have one. */
export function StepUpForm({ ways, onProven, proven, cancel }: StepUpFormProps) {
  const t = useTranslations("account.stepUp");
  const [byCode, setByCode] = useState(ways.includes("code"));
  const [isProven, setProven] = useState(false);
  const goOn = useEffectEvent(() => onProven?.());

  useEffect(() => {
    if (isProven) goOn();
  }, [isProven]);

  if (isProven) return proven;
  const prove = { onProven: () => setProven(true), cancel };
  return (
    <div className="grid max-w-form gap-4">
      {ways[0] === "passkey" && <PasskeyStepUp onProven={prove.onProven} />}
      {byCode ? <CodeStepUp {...prove} proven={proven} /> : <PasswordStepUp {...prove} proven={proven} />}
      {ways.includes("code") && (
        <Button onClick={() => setByCode(!byCode)}>{t(byCode ? "usePassword" : "useCode")}</Button>
      )}
    </div>
  );
}
