import { getTranslations } from "next-intl/server";
import { ForgotForm } from "@/components/people/account/sign-in-form";
import { AuthShell } from "@/components/shell/auth-shell";
import { Link } from "@/components/ui/text/link";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("auth", "forgotTitle");

export default async function ForgotPage() {
  const t = await getTranslations("auth");

  return (
    <AuthShell
      title={t("forgotTitle")}
      lead={t("forgotLead")}
      foot={t.rich("backToSignIn", { link: (words) => <Link href="/sign-in">{words}</Link> })}
    >
      <ForgotForm />
    </AuthShell>
  );
}
