import { getTranslations } from "next-intl/server";
import { SignInForm } from "@/components/people/account/sign-in-form";
import { PasskeySignIn } from "@/components/people/passkeys/passkey-sign-in";
import { AuthShell } from "@/components/shell/auth-shell";
import { ForgetKept } from "@/components/speech/playground/forget-kept";
import { Notice } from "@/components/ui/feedback/notice";
import { Link } from "@/components/ui/text/link";
import { sameSitePath } from "@/lib/access/auth/next-path";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("auth", "signInTitle");

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { next, verified, reset, deleted, ended } = await searchParams;
  const t = await getTranslations("auth");
  const goOn = sameSitePath(next) ?? "/console";

  return (
    <AuthShell
      title={t("signInTitle")}
      lead={t("signInLead")}
      foot={t.rich("noAccount", { link: (words) => <Link href="/sign-up">{words}</Link> })}
    >
      {verified && <Notice kind="success">{t("verified")}</Notice>}
      {reset && <Notice kind="success">{t("resetDone")}</Notice>}
      {deleted && <Notice kind="success">{t("deletedDone")}</Notice>}
      {ended && <Notice kind="warning">{t("ticketOver")}</Notice>}
      <ForgetKept />
      <SignInForm next={goOn} />
      <Link href="/forgot" className="justify-self-start underline">
        {t("forgot")}
      </Link>
      <PasskeySignIn next={goOn} />
    </AuthShell>
  );
}
