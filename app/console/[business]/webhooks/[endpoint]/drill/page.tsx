import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Forbidden } from "@/components/shell/forbidden";
import { Card } from "@/components/ui/text/card";
import { EndpointFrame } from "@/components/webhooks/endpoints/endpoint-frame";
import { DrillForm } from "@/components/webhooks/receiver-checks/drill-form";
import { can } from "@/lib/access/principals/roles";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { WebhooksRefused } from "../../webhooks-refused";
import { openEndpoint } from "../open-endpoint";

export const generateMetadata = pageTitle("webhooks", "drills.title");

export default async function DrillPage({ params }: PageProps<"/console/[business]/webhooks/[endpoint]/drill">) {
  const { member, endpoint } = await openEndpoint(await params);
  if (endpoint instanceof AppError) return <WebhooksRefused />;
  if (endpoint.isCallbacks) notFound();

  const { businessSlug: business } = member;
  const t = await getTranslations("webhooks.drills");
  const mayWrite = can(member.role, "webhooks:write");
  return (
    <EndpointFrame business={business} endpoint={endpoint} mayWrite={mayWrite} current="drill">
      <Card title={t("title")}>
        {mayWrite ? (
          <DrillForm business={business} endpointId={endpoint.id} />
        ) : (
          <Forbidden>{t("forbidden")}</Forbidden>
        )}
      </Card>
    </EndpointFrame>
  );
}
