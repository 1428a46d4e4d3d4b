"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { runDrillAction } from "@/lib/webhooks/checks/receiver/actions";
import { DrillReportView } from "./drill-report-view";

/** Checks an endpoint's receiver, and shows what to fix. */
export function DrillForm({ business, endpointId }: { business: string; endpointId: string }) {
  const t = useTranslations("webhooks.drills");
  const [state, run] = useFormAction(runDrillAction);
  const isDone = state.status === "done";
  return (
    <div className="grid min-w-0 gap-5">
      <Form action={run} hidden={{ business, endpointId }}>
        <p className="max-w-text text-muted">{t("lead")}</p>
        <FormMessage state={state} />
        <SubmitButton variant="secondary">{t(isDone ? "again" : "run")}</SubmitButton>
      </Form>
      <div role="status" className="empty:hidden">
        {isDone && <DrillReportView report={state.data} />}
      </div>
    </div>
  );
}
