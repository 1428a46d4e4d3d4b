import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { StepUpForm } from "@/components/people/account/step-up";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Page } from "@/components/ui/text/page";
import { listStepUpWays } from "@/lib/access/auth/fresh";
import { sameSitePath } from "@/lib/access/auth/next-path";
import { requireViewer } from "@/lib/access/auth/session";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("account.stepUp", "title");

/** The confirmation that a dialog asks for elsewhere, for browsers without scripts. */
export default async function ConfirmPage({ searchParams }: PageProps<"/account/confirm">) {
  const viewer = await requireViewer();
  const [t, { next }, ways] = await Promise.all([
    getTranslations("account.stepUp"),
    searchParams,
    listStepUpWays(viewer),
  ]);
  const goOn = (sameSitePath(next) ?? "/account") as Route;
  return (
    <Page title={t("title")} lead={t("lead")}>
      <StepUpForm ways={ways} proven={<ButtonLink href={goOn}>{t("goOn")}</ButtonLink>} />
    </Page>
  );
}
