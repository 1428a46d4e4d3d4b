import { getTranslations } from "next-intl/server";
import { ResetForm } from "@/components/people/account/link-forms";
import { AuthShell } from "@/components/shell/auth-shell";
import { Notice } from "@/components/ui/feedback/notice";
import { Link } from "@/components/ui/text/link";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("auth", "resetTitle");

export default async function ResetPage({ searchParams }: PageProps<"/reset">) {
  const [{ contested }, t] = await Promise.all([searchParams, getTranslations("auth")]);

  return (
    <AuthShell
      title={t("resetTitle")}
      lead={t("resetLead")}
      foot={t.rich("resetOver", { link: (words) => <Link href="/forgot">{words}</Link> })}
    >
      {contested && <Notice kind="warning">{t("contested")}</Notice>}
      <ResetForm />
    </AuthShell>
  );
}
