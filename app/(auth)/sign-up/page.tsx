import { getTranslations } from "next-intl/server";
import { SignUpForm } from "@/components/people/account/sign-up-form";
import { AuthShell } from "@/components/shell/auth-shell";
import { Link } from "@/components/ui/text/link";
import { env } from "@/lib/platform/env";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("auth", "signUpTitle");

export default async function SignUpPage() {
  const t = await getTranslations("auth");

  return (
    <AuthShell
      title={t("signUpTitle")}
      lead={env.WELCOME_CREDIT_VND > 0n ? t("signUpLead") : undefined}
      foot={t.rich("haveAccount", { link: (words) => <Link href="/sign-in">{words}</Link> })}
    >
      <SignUpForm terms={env.terms} />
    </AuthShell>
  );
}
