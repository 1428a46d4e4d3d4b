"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Form } from "@/components/ui/fields/form";
import { eraseAction } from "@/lib/speech/retention/actions";

export type EraseFormProps = { business: string; trackingId: string };

export function EraseForm({ business, trackingId }: EraseFormProps) {
  const t = useTranslations("history");
  return (
    <Form
      action={eraseAction}
      stepUp={StepUp}
      hidden={{ business, trackingId }}
      cancel={t("cancel")}
      submit={t("eraseNow")}
      button={{ variant: "danger" }}
    >
      <p className="text-muted">{t("eraseLead")}</p>
    </Form>
  );
}
