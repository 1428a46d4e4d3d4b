import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";

import { SigningSecret } from "@/components/webhooks/secrets/signing-secret";
import { TestForm } from "@/components/webhooks/test-events/test-form";
import { endpointPath } from "./webhooks-path";

// The form is gone, so the focus moves to the secret, ready to be copied.
const select = (panel: HTMLElement | null) => panel?.querySelector<HTMLInputElement>("input[readonly]")?.select();

type NewEndpointProps = { business: string; id: string; secret: string };

/** What to do after the creation: keep the secret, then send a test. */
export function NewEndpoint({ business, id, secret }: NewEndpointProps) {
  const t = useTranslations("webhooks.created");
  return (
    <div ref={select} className="grid max-w-form min-w-0 gap-6">
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
