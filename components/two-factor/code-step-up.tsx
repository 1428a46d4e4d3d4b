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
import { CodeField } from "./code-field";

type CodeStepUpProps = {
  onProven: () => void;
  /** What to show after the proof, also without scripts. */
  proven: ReactNode;
  cancel: ReactNode;
};

/** Proves a person's identity again, by their app. */
export function CodeStepUp({ onProven, proven, cancel }: CodeStepUpProps) {
  const t = useTranslations("account.stepUp");
  const [state, prove] = useActionState(proveCodeAction, idle);
  useProven(state, onProven);

  if (state.status === "done") return proven;
  return (
    <Form action={prove}>
      <CodeField state={state} />
      <FormMessage state={state} />
      <DialogActions>
        {cancel}
        <SubmitButton>{t("confirm")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
