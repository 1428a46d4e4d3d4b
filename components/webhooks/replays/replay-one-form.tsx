"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { createReplayAction } from "@/lib/webhooks/replays/actions";

type ReplayOneFormProps = { business: string; endpointId: string; deliveryId: string };

/** Delivers an event again. */
export function ReplayOneForm({ business, endpointId, deliveryId }: ReplayOneFormProps) {
  const t = useTranslations("webhooks.replay");
  const [state, replay] = useFormAction(createReplayAction);
  return (
    <Form action={replay} hidden={{ business, endpointId, which: "chosen", "ids[]": deliveryId }}>
      <FormMessage state={state} />
      <FormNotice state={state}>{t("oneStarted")}</FormNotice>
      <SubmitButton icon={<RotateCw aria-hidden />}>{t("one")}</SubmitButton>
    </Form>
  );
}
