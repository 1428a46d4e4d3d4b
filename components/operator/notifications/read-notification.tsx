"use client";

import { useTranslations } from "next-intl";
import { DeskStepUp } from "@/components/operator/desk-step-up";
import { TextareaField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { Card } from "@/components/ui/text/card";
import { readNotificationAction } from "@/lib/operator/notifications/actions";

/** Shows a notification as it arrived, after a reason that is recorded: it can name the payer. */
export function ReadNotification({ id }: { id: string }) {
  const t = useTranslations("operator");
  return (
    <Card title={t("notifications.body")}>
      <Form
        action={readNotificationAction}
        hidden={{ id }}
        stepUp={DeskStepUp}
        submit={t("notifications.read")}
        result={({ content }) => (
          <pre className="overflow-x-auto whitespace-pre-wrap break-all font-mono text-sm">{content}</pre>
        )}
      >
        {(state) => (
          <>
            <p className="text-muted">{t("notifications.bodyLead")}</p>
            <TextareaField
              name="reason"
              label={t("reason")}
              hint={t("reasonStaffHint")}
              state={state}
              rows={2}
              maxLength={300}
            />
          </>
        )}
      </Form>
    </Card>
  );
}
