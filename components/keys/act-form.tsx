"use client";

import { FreshForm } from "@/components/account/fresh-form";
import { ActionForm } from "@/components/ui/fields/action-form";
import type { ActionState } from "@/lib/form";

type ActFormProps = {
  action: (state: ActionState<void>, form: FormData) => Promise<ActionState<void>>;
  hidden: Record<string, string>;
  label: string;
};

/** One button that does one thing to a key, and shows an error if it fails. */
export function ActForm({ action, hidden, label }: ActFormProps) {
  return (
    <ActionForm
      action={action}
      hidden={hidden}
      frame={FreshForm}
      submit={label}
      button={{ variant: "secondary", size: "small" }}
    />
  );
}
