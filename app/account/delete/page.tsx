import { getTranslations } from "next-intl/server";
import { FateList } from "@/components/people/account/account-cards";
import { DeleteForm } from "@/components/people/account/delete-form";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import { requireViewer } from "@/lib/access/auth/session";
import { listFates } from "@/lib/people/account/delete-account";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("account.delete", "title");

/** Shows what will happen to which business before it asks. */
export default async function DeleteAccountPage() {
  const [t, viewer] = await Promise.all([getTranslations("account.delete"), requireViewer()]);
  const fates = await listFates(viewer);
  const isBlocked = fates.some(({ fate }) => fate === "handOver");

  return (
    <Page title={t("title")} lead={t("lead")}>
      <Card title={t("businesses")}>
        <FateList fates={fates} />
      </Card>
      <p className="max-w-text">{t("data")}</p>
      {isBlocked ? (
        <Notice kind="warning">{t("handOverFirst")}</Notice>
      ) : (
        <DeleteForm email={viewer.email} fates={fates} />
      )}
    </Page>
  );
}
