"use client";

import { startAuthentication } from "@simplewebauthn/browser";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { PasskeyForm, useCeremony } from "@/components/people/passkeys/passkey-form";
import { AnyCodeField } from "@/components/people/two-factor/any-code-field";
import { CodeField } from "@/components/people/two-factor/code-field";
import { Button } from "@/components/ui/buttons/button";
import { Dialog, DialogActions, DialogClose, useInDialog } from "@/components/ui/dialogs/dialog";
import { Form, type FormAction, FormMessage, type StepUpProps, SubmitButton } from "@/components/ui/fields/form";
import { PasswordField } from "@/components/ui/fields/password-field";
import { Link } from "@/components/ui/text/link";
import { stepUpAction } from "@/lib/people/account/actions";
import { finishStepUpAction, startStepUpAction } from "@/lib/people/passkeys/actions";
import { proveCodeAction } from "@/lib/people/two-factor/actions";
import type { ActionState, StepUpWay } from "@/lib/platform/form";

/** The `stepUp` of a form: asks in a dialog, in the place of a form that is in one, and without scripts by a link. */
export function StepUp({ ways, onProven, onCancel }: StepUpProps) {
  const t = useTranslations("account.stepUp");
  const isInDialog = useInDialog();
  const next = usePathname();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus(), []);
  return (
    <>
      <noscript>
        <p>{t("lead")}</p>
        <Link href={{ pathname: "/account/confirm", query: { next } }}>{t("link")}</Link>
      </noscript>
      {isInDialog ? (
        <section ref={panel} aria-label={t("title")} className="grid gap-4">
          <p className="text-muted">{t("lead")}</p>
          <StepUpForm
            ways={ways}
            onProven={onProven}
            cancel={
              <Button variant="ghost" onClick={onCancel}>
                {t("back")}
              </Button>
            }
          />
        </section>
      ) : (
        <Dialog title={t("title")} lead={t("lead")} onClose={onCancel}>
          <StepUpForm
            ways={ways}
            onProven={onProven}
            cancel={<DialogClose variant="ghost">{t("cancel")}</DialogClose>}
          />
        </Dialog>
      )}
    </>
  );
}

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

  if (isProven) return proven;
  const goOn = () => {
    setProven(true);
    onProven?.();
  };
  const prove = { onProven: goOn, cancel, proven };
  return (
    <div className="grid max-w-form gap-4">
      {ways[0] === "passkey" && <PasskeyStepUp onProven={goOn} />}
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
  return <PasskeyForm label={t("use")} action={ceremony} onDone={onProven} />;
}

function PasswordStepUp(props: WayProps) {
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
function CodeStepUp({ by, ...props }: WayProps & { by: "code" | "recoveryCode" }) {
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

type WayProps = {
  onProven: () => void;
  /** What to show after the proof, also without scripts. */
  proven: ReactNode;
  cancel: ReactNode;
};

type StepUpProofProps = WayProps & {
  action: FormAction<void>;
  children: (state: ActionState<void>) => ReactNode;
};

/** Proves a person's identity again, by what its fields ask for. */
function StepUpProof({ action, onProven, proven, cancel, children }: StepUpProofProps) {
  const t = useTranslations("account.stepUp");
  return (
    <Form action={action} onDone={onProven} result={() => proven}>
      {(state) => (
        <>
          {children(state)}
          <FormMessage state={state} />
          <DialogActions>
            {cancel}
            <SubmitButton>{t("confirm")}</SubmitButton>
          </DialogActions>
        </>
      )}
    </Form>
  );
}
