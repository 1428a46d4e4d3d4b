"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/fields/form";
import { createReplayAction } from "@/lib/webhooks/replays/actions";

type ReplayOneFormProps = { business: string; endpointId: string; deliveryId: string };

export function ReplayOneForm({ business, endpointId, deliveryId }: ReplayOneFormProps) {
  const t = useTranslations("webhooks.replay");
  return (
    <Form
      action={createReplayAction}
      hidden={{ business, endpointId, which: "chosen", "ids[]": deliveryId }}
      notice={t("oneStarted")}
      submit={t("one")}
      button={{ icon: <RotateCw aria-hidden /> }}
    />
  );
}
