import { Stethoscope } from "lucide-react";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { CreateKeyDialog } from "@/components/keys/key-dialogs";
import { KeyList, NoKeys } from "@/components/keys/key-list";
import { ServiceAccounts } from "@/components/keys/service-accounts";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { listServiceAccounts } from "@/lib/keys/accounts/accounts";
import { getBounds } from "@/lib/keys/limits";
import { listKeys } from "@/lib/keys/service";
import { listKeyMonths } from "@/lib/keys/usage";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { exampleRequest } from "@/lib/speech/example-request";
import { ForbiddenContent } from "../forbidden-content";

export const generateMetadata = pageTitle("keys", "title");

export default async function KeysPage({ params }: PageProps<"/console/[business]/keys">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("keys");
  const keys = await orError(listKeys(member));
  if (keys instanceof AppError) {
    return (
      <Page title={t("title")} lead={t("lead")}>
        <ForbiddenContent>{t("forbidden")}</ForbiddenContent>
      </Page>
    );
  }

  const business = member.businessSlug;
  const mayWrite = can(member.role, "keys:write");
  const example = exampleRequest(t("firstCallText"));
  const accounts = await listServiceAccounts(member);
  const bounds = { live: await getBounds(member), test: await getBounds(member, "test") };
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      action={
        <div className="flex flex-wrap gap-2">
          <ButtonLink href={`/console/${business}/keys/diagnostics` as Route} icon={<Stethoscope aria-hidden />}>
            {t("diagnostics.open")}
          </ButtonLink>
          {mayWrite && (
            <CreateKeyDialog
              business={business}
              role={member.role}
              example={example}
              bounds={bounds}
              accounts={accounts.map(({ id, name }) => ({ id, name }))}
            />
          )}
        </div>
      }
    >
      {keys.every(({ revokedAt }) => revokedAt) && <NoKeys mayCreate={mayWrite} example={example} />}
      <KeyList business={business} keys={keys} months={await listKeyMonths(member)} mayRevoke={mayWrite} />
      <ServiceAccounts business={business} role={member.role} accounts={accounts} mayWrite={mayWrite} />
    </Page>
  );
}
