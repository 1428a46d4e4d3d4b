"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useActionState } from "react";
import { useProven } from "@/components/account/use-proven";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { idle } from "@/lib/form";
import { proveCodeAction } from "@/lib/two-factor/actions";
import { AnyCodeField } from "./any-code-field";
import { CodeField } from "./code-field";

type CodeStepUpProps = {
  by: "code" | "recoveryCode";
  onProven: () => void;
  /** What to show after the proof, also without scripts. */
  proven: ReactNode;
  cancel: ReactNode;
};

/** Proves a person's identity again, by their app or a recovery code. */
export function CodeStepUp({ by, onProven, proven, cancel }: CodeStepUpProps) {
  const t = useTranslations("account.stepUp");
  const [state, prove] = useActionState(proveCodeAction, idle);
  useProven(state, onProven);

  if (state.status === "done") return proven;
  return (
    <Form action={prove}>
      {by === "code" ? (
        <CodeField state={state} />
      ) : (
        <AnyCodeField label={t("recoveryCode")} state={state} autoComplete="off" />
      )}
      <FormMessage state={state} />
      <DialogActions>
        {cancel}
        <SubmitButton>{t("confirm")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
