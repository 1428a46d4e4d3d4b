import { getTranslations } from "next-intl/server";
import { Card } from "@/components/ui/text/card";
import { EditEndpointForm } from "@/components/webhooks/endpoints/edit-endpoint-form";
import { EndpointFacts } from "@/components/webhooks/endpoints/endpoint-facts";
import { EndpointFrame } from "@/components/webhooks/endpoints/endpoint-frame";
import { EndpointNotices } from "@/components/webhooks/endpoints/endpoint-notices";
import { PauseCard } from "@/components/webhooks/endpoints/pause-card";
import { SecretCard } from "@/components/webhooks/secrets/secret-card";
import { can } from "@/lib/access/principals/roles";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { WebhooksRefused } from "../../webhooks-refused";
import { openEndpoint } from "../open-endpoint";

export const generateMetadata = pageTitle("webhooks", "tabs.settings");

export default async function WebhookSettingsPage({
  params,
}: PageProps<"/console/[business]/webhooks/[endpoint]/settings">) {
  const { member, endpoint } = await openEndpoint(await params);
  if (endpoint instanceof AppError) return <WebhooksRefused />;

  const { businessSlug: business } = member;
  const t = await getTranslations("webhooks");
  const mayWrite = can(member.role, "webhooks:write");
  const { id, url, description, events, security, ratePerSecond, isOrdered, hasContent } = endpoint;
  const values = {
    url,
    description,
    events,
    securityType: security.type,
    headerName: security.name ?? "",
    ratePerSecond: ratePerSecond === null ? "" : String(ratePerSecond),
    options: [...(isOrdered ? ["ordered"] : []), ...(hasContent ? ["content"] : [])],
  };
  return (
    <EndpointFrame business={business} endpoint={endpoint} mayWrite={mayWrite} current="settings">
      <EndpointNotices business={business} endpoint={endpoint} mayWrite={mayWrite} />
      <Card title={t("form.title")}>
        {mayWrite && !endpoint.isCallbacks ? (
          <EditEndpointForm business={business} id={id} values={values} />
        ) : (
          <EndpointFacts business={business} endpoint={endpoint} />
        )}
      </Card>
      {mayWrite && (
        <>
          <SecretCard business={business} id={id} hasHeader={security.type !== "none"} />
          <PauseCard business={business} endpoint={endpoint} />
        </>
      )}
    </EndpointFrame>
  );
}
