import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SignUpForm } from "@/components/account/sign-up-form";
import { AuthShell } from "@/components/shell/auth-shell";
import { Link } from "@/components/ui/text/link";
import { env } from "@/lib/env";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("signUpTitle") };
}

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
