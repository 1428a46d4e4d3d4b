"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ButtonVariant } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Notice } from "@/components/ui/feedback/notice";
import { SelectField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { Link } from "@/components/ui/text/link";
import { useAttemptWords } from "@/components/webhooks/deliveries/attempt-words";
import { deliveryPath } from "@/components/webhooks/endpoints/webhooks-path";
import { eventTypes } from "@/lib/access/events/schema";
import { sendTestAction } from "@/lib/webhooks/checks/actions";
import type { TestOutcome } from "@/lib/webhooks/checks/test-events";

/** Sends a test event of any type, and links to its delivery. */
export function TestForm({ business, endpointId }: { business: string; endpointId: string }) {
  const t = useTranslations("webhooks.test");
  return (
    <Form
      action={sendTestAction}
      hidden={{ business, endpointId }}
      submit={t("send")}
      button={{ variant: "secondary" }}
    >
      {(state) => (
        <>
          <p className="text-muted">{t("lead")}</p>
          <SelectField
            name="type"
            label={t("type")}
            state={state}
            defaultValue={state.status === "done" ? state.data.type : "webhook.test"}
            choices={eventTypes.map((value) => ({ value, label: value }))}
          />
          <div role="status" className="empty:hidden">
            {state.status === "done" && <Outcome {...state.data} business={business} endpointId={endpointId} />}
          </div>
        </>
      )}
    </Form>
  );
}

type OutcomeProps = { outcome: TestOutcome; deliveryId: string; business: string; endpointId: string };

/** What the receiver answered, with a link to the whole request and response. */
function Outcome({ outcome, deliveryId, business, endpointId }: OutcomeProps) {
  const t = useTranslations("webhooks.test");
  const wordsOf = useAttemptWords();
  const link = (words: ReactNode) => (
    <Link href={deliveryPath(business, endpointId, deliveryId)} className="underline">
      {words}
    </Link>
  );
  if (!outcome) return <Notice>{t.rich("waits", { link })}</Notice>;
  const failure = wordsOf(outcome);
  if (failure) return <Notice kind="danger">{t.rich("failed", { failure, link })}</Notice>;
  return <Notice kind="success">{t.rich("received", { status: outcome.statusCode ?? 0, link })}</Notice>;
}

type TestDialogProps = { business: string; endpointId: string; variant: ButtonVariant };

export function TestDialog({ variant, ...form }: TestDialogProps) {
  const t = useTranslations("webhooks.test");
  return (
    <Dialog title={t("title")} trigger={{ label: t("open"), icon: <Send />, variant }}>
      <TestForm {...form} />
    </Dialog>
  );
}
