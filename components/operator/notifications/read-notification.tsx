"use client";

import { useTranslations } from "next-intl";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
import { TextareaField } from "@/components/ui/fields/textarea-field";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { Card } from "@/components/ui/text/card";
import { readNotificationAction } from "@/lib/operator/notifications/actions";

/** Shows a notification as it arrived, after a reason that is recorded: it can name the payer. */
export function ReadNotification({ id }: { id: string }) {
  const t = useTranslations("operator");
  const [state, read] = useFormAction(readNotificationAction);
  return (
    <Card title={t("notifications.body")}>
      {state.status === "done" ? (
        <pre className="overflow-x-auto whitespace-pre-wrap break-all font-mono text-sm">{state.data.content}</pre>
      ) : (
        <FreshForm state={state} action={read} hidden={{ id }}>
          <p className="text-muted">{t("notifications.bodyLead")}</p>
          <TextareaField
            name="reason"
            label={t("reason")}
            hint={t("reasonStaffHint")}
            state={state}
            rows={2}
            maxLength={300}
          />
          <FormMessage state={state} />
          <SubmitButton>{t("notifications.read")}</SubmitButton>
        </FreshForm>
      )}
    </Card>
  );
}
