import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Page } from "@/components/ui/text/page";
import { CreateEndpointForm } from "@/components/webhooks/endpoints/create-endpoint-form";
import { webhooksPath } from "@/components/webhooks/endpoints/webhooks-path";
import { requireMember } from "@/lib/auth/session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks"))("newTitle") };
}

export default async function NewWebhookPage({ params }: PageProps<"/console/[business]/webhooks/new">) {
  const member = await requireMember((await params).business, "webhooks:write");
  const t = await getTranslations("webhooks");
  const business = member.businessSlug;
  return (
    <Page
      title={t("newTitle")}
      lead={t("newLead")}
      action={<ButtonLink href={webhooksPath(business)}>{t("back")}</ButtonLink>}
    >
      <CreateEndpointForm business={business} />
    </Page>
  );
}
