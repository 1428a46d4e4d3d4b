"use client";

import { useActionState } from "react";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { idle } from "@/lib/form";
import { cancelOfferAction } from "@/lib/members/actions";

/** `label`: withdraw it, or decline it. */
export function CancelOfferForm({ business, id, label }: { business: string; id: string; label: string }) {
  const [state, cancel] = useActionState(cancelOfferAction, idle);
  return (
    <Form action={cancel} hidden={{ business, id }}>
      <SubmitButton variant="secondary">{label}</SubmitButton>
      <FormMessage state={state} />
    </Form>
  );
}
