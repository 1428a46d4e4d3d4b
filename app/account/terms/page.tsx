import type { Route } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { TermsForm } from "@/components/people/account/sign-up-form";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import { sameSitePath } from "@/lib/access/auth/next-path";
import { requireViewer } from "@/lib/access/auth/session";
import { findTermsToAccept } from "@/lib/access/terms/service";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("auth.terms", "title");

/** Comes before every page of a business, until the current version is accepted. */
export default async function TermsPage({ searchParams }: PageProps<"/account/terms">) {
  const [t, viewer] = await Promise.all([getTranslations("auth.terms"), requireViewer()]);
  const next = sameSitePath((await searchParams).next) ?? "/console";
  const terms = await findTermsToAccept(viewer);
  if (!terms) redirect(next as Route);
  return (
    <Page title={t("title")} lead={t("lead")}>
      <Card>
        <TermsForm terms={terms} next={next} />
      </Card>
    </Page>
  );
}
