import { getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Page } from "@/components/ui/text/page";
import { CreateEndpointForm } from "@/components/webhooks/endpoints/create-endpoint-form";
import { webhooksPath } from "@/components/webhooks/endpoints/webhooks-path";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { retriesLastDays } from "@/lib/webhooks/deliver/retry-schedule";
import { ForbiddenContent } from "../../forbidden-content";

export const generateMetadata = pageTitle("webhooks", "newTitle");

export default async function NewWebhookPage({ params }: PageProps<"/console/[business]/webhooks/new">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("webhooks");
  const business = member.businessSlug;
  return (
    <Page
      title={t("newTitle")}
      lead={t("newLead", { days: retriesLastDays })}
      action={<ButtonLink href={webhooksPath(business)}>{t("back")}</ButtonLink>}
    >
      {can(member.role, "webhooks:write") ? (
        <CreateEndpointForm business={business} />
      ) : (
        <ForbiddenContent>{t("mayNotWrite")}</ForbiddenContent>
      )}
    </Page>
  );
}
