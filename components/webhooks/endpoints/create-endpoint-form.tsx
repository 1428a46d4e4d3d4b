"use client";

import { useTranslations } from "next-intl";
import { FreshForm } from "@/components/people/account/fresh-form";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { createEndpointAction } from "@/lib/webhooks/endpoints/actions";
import { EndpointFields } from "./endpoint-fields";
import { NewEndpoint } from "./new-endpoint";
import { webhooksPath } from "./webhooks-path";

const empty = {
  url: "",
  description: "",
  events: ["tts.completed", "tts.failed", "stt.completed", "stt.failed"],
  securityType: "none",
  headerName: "",
  ratePerSecond: "",
  options: [],
};

export function CreateEndpointForm({ business }: { business: string }) {
  const t = useTranslations("webhooks.form");
  const [state, create] = useFormAction(createEndpointAction);
  if (state.status === "done") return <NewEndpoint business={business} {...state.data} />;

  return (
    <FreshForm state={state} action={create} hidden={{ business }}>
      <EndpointFields state={state} values={empty} />
      <FormMessage state={state} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton>{t("create")}</SubmitButton>
        <ButtonLink href={webhooksPath(business)} variant="ghost">
          {t("cancel")}
        </ButtonLink>
      </div>
    </FreshForm>
  );
}
