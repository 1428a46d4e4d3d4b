import type { Route } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ForbiddenContent } from "@/app/console/[business]/forbidden-content";
import { KeyName } from "@/components/access/key-name";
import { EditKeyForm } from "@/components/keys/edit-key-form";
import { RevokeKeyDialog, RotateKeyDialog } from "@/components/keys/key-dialogs";
import { KeyFacts, KeySettingsFacts } from "@/components/keys/key-facts";
import { KeyNotices } from "@/components/keys/key-notices";
import { UsageChart } from "@/components/keys/usage-chart";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { BackLink, Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { getKey } from "@/lib/keys/detail";
import { getBounds } from "@/lib/keys/limits";
import { formOf } from "@/lib/keys/settings";
import { isOpen } from "@/lib/keys/status";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { historyPath } from "@/lib/speech/path";

export const generateMetadata = pageTitle("keys", "pageTitle");

export default async function KeyPage({ params }: PageProps<"/console/[business]/keys/[keyId]">) {
  const { business, keyId } = await params;
  const member = await requireMember(business);
  const key = await orError(getKey(member, keyId));
  const t = await getTranslations("keys");
  if (key instanceof AppError) {
    if (key.code === "NOT_FOUND") notFound();
    return (
      <Page title={t("pageTitle")}>
        <ForbiddenContent>{t("forbidden")}</ForbiddenContent>
      </Page>
    );
  }

  const bounds = await getBounds(member, key.mode);
  const mayWrite = can(member.role, "keys:write") && !key.revokedAt;
  const about = { business, id: key.id, name: key.name };
  return (
    <Page
      title={key.name}
      lead={t("pageLead")}
      back={<BackLink href={`/console/${business}/keys` as Route}>{t("back")}</BackLink>}
      action={
        mayWrite && (
          <div className="flex flex-wrap gap-2">
            {isOpen(key.status) && <RotateKeyDialog {...about} isHidden={key.oldSecret !== null} />}
            <RevokeKeyDialog {...about} shown={<KeyName {...key} />} goOnAt="content" />
          </div>
        )
      }
    >
      <KeyNotices shown={key} business={business} mayWrite={mayWrite} />
      <Card title={t("about")}>
        <KeyFacts shown={key} />
      </Card>
      <Card title={t("usage.title")}>
        {key.mode === "test" ? (
          <p className="text-muted">
            {t.rich("usage.test", {
              link: (words) => (
                <Link href={historyPath(business, { mode: "test", key: key.id })} className="underline">
                  {words}
                </Link>
              ),
            })}
          </p>
        ) : (
          <UsageChart business={business} keyId={key.id} usage={key.usage} />
        )}
      </Card>
      <section id="settings" className="min-w-0 scroll-mt-18">
        <Card title={t("settings")}>
          {mayWrite ? (
            <EditKeyForm
              business={business}
              role={member.role}
              bounds={bounds}
              id={key.id}
              mode={key.mode}
              values={formOf(key)}
            />
          ) : (
            <KeySettingsFacts shown={key} />
          )}
        </Card>
      </section>
    </Page>
  );
}
