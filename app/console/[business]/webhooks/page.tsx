import { Plus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";
import { EndpointTable } from "@/components/webhooks/endpoints/endpoint-table";
import { NoEndpoints } from "@/components/webhooks/endpoints/no-endpoints";
import { newEndpointPath } from "@/components/webhooks/endpoints/webhooks-path";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { findLastFailure } from "@/lib/webhooks/delivery-log/find";
import { readRates } from "@/lib/webhooks/delivery-log/stats";
import { getLimit } from "@/lib/webhooks/endpoints/create";
import { listEndpoints } from "@/lib/webhooks/endpoints/endpoint";
import { ForbiddenContent } from "../forbidden-content";

export const generateMetadata = pageTitle("webhooks", "title");

export default async function WebhooksPage({ params }: PageProps<"/console/[business]/webhooks">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("webhooks");
  if (!can(member.role, "webhooks:read")) {
    return (
      <Page title={t("title")} lead={t("lead")}>
        <ForbiddenContent>{t("forbidden")}</ForbiddenContent>
      </Page>
    );
  }

  const business = member.businessSlug;
  const [endpoints, rates, most] = await Promise.all([listEndpoints(member), readRates(member), getLimit(member)]);
  const failing = endpoints.filter(({ status }) => status === "failing" || status === "disabled");
  const failures = await Promise.all(failing.map(async ({ id }) => [id, await findLastFailure(member, id)] as const));
  const mayWrite = can(member.role, "webhooks:write");
  const isFull = endpoints.filter(({ isCallbacks }) => !isCallbacks).length >= most;
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      action={
        mayWrite &&
        !isFull && (
          <ButtonLink href={newEndpointPath(business)} variant="primary" icon={<Plus aria-hidden />}>
            {t("new")}
          </ButtonLink>
        )
      }
    >
      {mayWrite && isFull && <Notice>{t("full", { max: most })}</Notice>}
      {endpoints.length === 0 ? (
        <NoEndpoints mayCreate={mayWrite} />
      ) : (
        <EndpointTable
          business={business}
          endpoints={endpoints}
          rates={rates}
          failures={new Map(failures.flatMap(([id, failure]) => (failure ? [[id, failure]] : [])))}
        />
      )}
    </Page>
  );
}
