import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ResendForm } from "@/components/people/account/sign-up-form";
import { AuthShell } from "@/components/shell/auth-shell";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Link } from "@/components/ui/text/link";
import { hasDevelopmentPages } from "@/lib/access/auth/development";
import { signUpCookie } from "@/lib/access/auth/sealed-cookie";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("auth", "checkMailTitle");

/** The same text whether or not the email was new. */
export default async function CheckMailPage() {
  const recent = await signUpCookie.read();
  if (!recent) redirect("/sign-up");
  const t = await getTranslations("auth");

  return (
    <AuthShell
      title={t("checkMailTitle")}
      lead={t("checkMailLead", { email: recent.email })}
      foot={t.rich("wrongAddress", { link: (words) => <Link href="/sign-up">{words}</Link> })}
    >
      {(await hasDevelopmentPages()) && <ButtonLink href="/dev/mail">{t("openDevelopmentMail")}</ButtonLink>}
      <ResendForm email={recent.email} />
    </AuthShell>
  );
}
