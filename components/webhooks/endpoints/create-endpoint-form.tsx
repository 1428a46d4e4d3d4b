"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { Form } from "@/components/ui/fields/form";
import { SigningSecret } from "@/components/webhooks/secrets/signing-secret";
import { TestForm } from "@/components/webhooks/test-events/test-form";
import { createEndpointAction } from "@/lib/webhooks/endpoints/actions";
import { EndpointFields } from "./endpoint-fields";
import { endpointPath, webhooksPath } from "./webhooks-path";

const empty = {
  url: "",
  description: "",
  events: [
    ...["tts.completed", "tts.failed", "stt.completed", "stt.failed"],
    ...["job.succeeded", "job.failed", "job.canceled", "job.paused"],
  ],
  securityType: "none",
  headerName: "",
  ratePerSecond: "",
  options: [],
};

export function CreateEndpointForm({ business }: { business: string }) {
  const t = useTranslations("webhooks.form");
  return (
    <Form
      action={createEndpointAction}
      stepUp={StepUp}
      wide
      hidden={{ business }}
      result={({ id, secret }) => <NewEndpoint business={business} id={id} secret={secret} />}
      submit={t("create")}
      beside={
        <ButtonLink href={webhooksPath(business)} variant="ghost">
          {t("cancel")}
        </ButtonLink>
      }
    >
      {(state) => <EndpointFields state={state} values={empty} />}
    </Form>
  );
}

// The form is gone, so the focus moves to the secret, ready to be copied.
const selectSecret = (panel: HTMLElement | null) => panel?.querySelector<HTMLInputElement>("input[readonly]")?.select();

type NewEndpointProps = { business: string; id: string; secret: string };

/** What to do after the creation: keep the secret, then send a test. */
function NewEndpoint({ business, id, secret }: NewEndpointProps) {
  const t = useTranslations("webhooks.created");
  return (
    <div ref={selectSecret} className="grid max-w-form min-w-0 gap-6">
      <div role="status">
        <Notice kind="success">{t("done")}</Notice>
      </div>
      <SigningSecret secret={secret} />
      <p className="text-muted">{t("use")}</p>
      <section aria-labelledby="next" className="grid gap-3 rounded-card border border-line bg-raised p-4">
        <h2 id="next" className="font-semibold">
          {t("next")}
        </h2>
        <TestForm business={business} endpointId={id} />
      </section>
      <div>
        <ButtonLink href={endpointPath(business, id)}>{t("open")}</ButtonLink>
      </div>
    </div>
  );
}
