"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { PasskeyStepUp } from "@/components/people/passkeys/passkey-step-up";
import { CodeStepUp } from "@/components/people/two-factor/code-step-up";
import { Button } from "@/components/ui/buttons/button";
import type { StepUpWay } from "@/lib/platform/form";
import { PasswordStepUp } from "./password-step-up";

type StepUpFormProps = {
  ways: readonly StepUpWay[];
  onProven?: () => void;
  /** What to show after the proof, and the way to cancel. */
  proven?: ReactNode;
  cancel?: ReactNode;
};

const otherWays = ["code", "recoveryCode"] as const;

/** Asks someone who is signed in to prove their identity again: by a second factor, if they have one. */
export function StepUpForm({ ways, onProven, proven, cancel }: StepUpFormProps) {
  const t = useTranslations("account.stepUp");
  const [way, setWay] = useState(ways.find((way) => way !== "passkey"));
  const [isProven, setProven] = useState(false);
  const goOn = useEffectEvent(() => onProven?.());

  useEffect(() => {
    if (isProven) goOn();
  }, [isProven]);

  if (isProven) return proven;
  const prove = { onProven: () => setProven(true), cancel, proven };
  return (
    <div className="grid max-w-form gap-4">
      {ways[0] === "passkey" && <PasskeyStepUp onProven={prove.onProven} />}
      {way === "password" && <PasswordStepUp {...prove} />}
      {(way === "code" || way === "recoveryCode") && <CodeStepUp key={way} by={way} {...prove} />}
      {otherWays
        .filter((other) => other !== way && ways.includes(other))
        .map((other) => (
          <Button key={other} onClick={() => setWay(other)}>
            {t(other === "code" ? "useCode" : "useRecovery")}
          </Button>
        ))}
    </div>
  );
}
