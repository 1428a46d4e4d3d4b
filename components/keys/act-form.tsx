"use client";

import { FreshActionForm } from "@/components/people/account/fresh-action-form";
import type { ActionState } from "@/lib/platform/form";

type ActFormProps = {
  action: (state: ActionState<void>, form: FormData) => Promise<ActionState<void>>;
  hidden: Record<string, string>;
  label: string;
};

/** One button that does one thing to a key, and shows an error if it fails. */
export function ActForm({ action, hidden, label }: ActFormProps) {
  return (
    <FreshActionForm action={action} hidden={hidden} submit={label} button={{ variant: "secondary", size: "small" }} />
  );
}
