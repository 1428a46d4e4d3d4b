"use client";

import { useTranslations } from "next-intl";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { Form } from "@/components/ui/fields/form";
import { FormMessage } from "@/components/ui/fields/form-message";
import { FormNotice } from "@/components/ui/fields/form-notice";
import { SelectField } from "@/components/ui/fields/select-field";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { Link } from "@/components/ui/text/link";
import { deliveryPath } from "@/components/webhooks/endpoints/webhooks-path";
import { eventTypes } from "@/lib/events/schema";
import { sendTestAction } from "@/lib/webhooks/test-events/actions";

/** Sends a test event of any type, and links to its delivery. */
export function TestForm({ business, endpointId }: { business: string; endpointId: string }) {
  const t = useTranslations("webhooks.test");
  const [state, send] = useFormAction(sendTestAction);
  return (
    <Form action={send} hidden={{ business, endpointId }}>
      <p className="text-muted">{t("lead")}</p>
      <SelectField
        name="type"
        label={t("type")}
        state={state}
        defaultValue={state.status === "done" ? state.data.type : "webhook.test"}
        choices={eventTypes.map((value) => ({ value, label: value }))}
      />
      <FormMessage state={state} />
      <FormNotice state={state}>
        {state.status === "done" &&
          t.rich("sent", {
            link: (words) => (
              <Link href={deliveryPath(business, endpointId, state.data.deliveryId)} className="underline">
                {words}
              </Link>
            ),
          })}
      </FormNotice>
      <SubmitButton variant="secondary">{t("send")}</SubmitButton>
    </Form>
  );
}
