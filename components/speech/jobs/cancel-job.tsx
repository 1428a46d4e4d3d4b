"use client";

import { Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Form } from "@/components/ui/fields/form";
import { cancelJobAction } from "@/lib/speech/jobs/actions";

/** Ends a job, after saying what is kept and charged. */
export function CancelJob({ business, jobId }: { business: string; jobId: string }) {
  const t = useTranslations("longJob.cancel");
  return (
    <Dialog title={t("title")} lead={t("lead")} trigger={{ label: t("open"), icon: <Square aria-hidden /> }}>
      <Form
        action={cancelJobAction}
        hidden={{ business, jobId }}
        closesDialog
        cancel={t("keep")}
        submit={t("act")}
        button={{ variant: "danger" }}
      />
    </Dialog>
  );
}
