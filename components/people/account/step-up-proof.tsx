import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { type FormAction, useFormAction } from "@/components/ui/fields/use-form-action";
import type { ActionState } from "@/lib/platform/form";
import { useProven } from "./use-proven";

export type StepUpProps = {
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
export function StepUpProof({ action, onProven, proven, cancel, children }: StepUpProofProps) {
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
