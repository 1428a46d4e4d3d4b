"use client";

import { useActionState } from "react";
import { FreshForm } from "@/components/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
import { type ActionState, idle } from "@/lib/form";

type ActFormProps = {
  action: (state: ActionState<void>, form: FormData) => Promise<ActionState<void>>;
  hidden: Record<string, string>;
  label: string;
};

/** One button that does one thing to a key, and shows an error if it fails. */
export function ActForm({ action, hidden, label }: ActFormProps) {
  const [state, act] = useActionState(action, idle);
  return (
    <FreshForm state={state} action={act} hidden={hidden}>
      <FormMessage state={state} />
      <SubmitButton variant="secondary" size="small">
        {label}
      </SubmitButton>
    </FreshForm>
  );
}
