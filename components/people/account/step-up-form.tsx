"use client";

import { startAuthentication } from "@simplewebauthn/browser";
import { useTranslations } from "next-intl";
import { type ReactNode, useActionState, useEffect, useEffectEvent, useState } from "react";
import { PasskeyForm, useCeremony } from "@/components/people/passkeys/passkey-form";
import { AnyCodeField } from "@/components/people/two-factor/any-code-field";
import { CodeField } from "@/components/people/two-factor/code-field";
import { Button } from "@/components/ui/buttons/button";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { PasswordField } from "@/components/ui/fields/password-field";
import { type FormAction, useFormAction } from "@/components/ui/fields/use-form-action";
import { stepUpAction } from "@/lib/people/account/actions";
import { finishStepUpAction, startStepUpAction } from "@/lib/people/passkeys/actions";
import { proveCodeAction } from "@/lib/people/two-factor/actions";
import { type ActionState, idle, type StepUpWay } from "@/lib/platform/form";

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

function PasskeyStepUp({ onProven }: { onProven: () => void }) {
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

function PasswordStepUp(props: StepUpProps) {
  const t = useTranslations("account.stepUp");
  return (
    <StepUpProof {...props} action={stepUpAction}>
      {(state) => (
        <PasswordField label={t("password")} name="password" state={state} autoComplete="current-password" required />
      )}
    </StepUpProof>
  );
}

/** The proof by a code of the person's app, or by a recovery code. */
function CodeStepUp({ by, ...props }: StepUpProps & { by: "code" | "recoveryCode" }) {
  const t = useTranslations("account.stepUp");
  return (
    <StepUpProof {...props} action={proveCodeAction}>
      {(state) =>
        by === "code" ? (
          <CodeField state={state} />
        ) : (
          <AnyCodeField label={t("recoveryCode")} state={state} autoComplete="off" />
        )
      }
    </StepUpProof>
  );
}

type StepUpProps = {
  onProven: () => void;
  /** What to show after the proof, also without scripts. */
  proven: ReactNode;
  cancel: ReactNode;
};

type StepUpProofProps = StepUpProps & {
  action: FormAction<void>;
  children: (state: ActionState<void>) => ReactNode;
};

/** Proves a person's identity again, by what its fields ask for. */
function StepUpProof({ action, onProven, proven, cancel, children }: StepUpProofProps) {
  const t = useTranslations("account.stepUp");
  const [state, prove] = useFormAction(action);
  useProven(state, onProven);

  if (state.status === "done") return proven;
  return (
    <Form action={prove}>
      {children(state)}
      <FormMessage state={state} />
      <DialogActions>
        {cancel}
        <SubmitButton>{t("confirm")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}

/** Goes on once an action has accepted the proof. */
function useProven(state: ActionState<unknown>, onProven: () => void): void {
  const goOn = useEffectEvent(onProven);
  useEffect(() => {
    if (state.status === "done") goOn();
  }, [state.status]);
}
