"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { createReplayAction } from "@/lib/webhooks/replays/actions";

type ReplayOneFormProps = { business: string; endpointId: string; deliveryId: string };

/** Delivers an event again. */
export function ReplayOneForm({ business, endpointId, deliveryId }: ReplayOneFormProps) {
  const t = useTranslations("webhooks.replay");
  const [state, replay] = useFormAction(createReplayAction);
  return (
    <Form action={replay} hidden={{ business, endpointId, which: "chosen", "ids[]": deliveryId }}>
      <FormMessage state={state} />
      <SubmitButton icon={<RotateCw aria-hidden />}>{t("one")}</SubmitButton>
    </Form>
  );
}
