"use client";

import { useActionState } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
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
