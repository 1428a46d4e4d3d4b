"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Form } from "@/components/ui/fields/form";
import { eraseAction } from "@/lib/speech/retention/actions";

export function EraseDialog(form: EraseFormProps) {
  const t = useTranslations("history");
  return (
    <Dialog title={t("eraseTitle")} trigger={{ label: t("erase"), icon: <Trash2 aria-hidden />, size: "small" }}>
      <EraseForm {...form} />
    </Dialog>
  );
}

type EraseFormProps = { business: string; trackingId: string };

function EraseForm({ business, trackingId }: EraseFormProps) {
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
