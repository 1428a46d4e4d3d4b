import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { VerifyEmailForm } from "@/components/account/verify-email-form";
import { AuthShell } from "@/components/shell/auth-shell";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("verifyTitle") };
}

export default async function VerifyPage({ searchParams }: PageProps<"/verify">) {
  const { token } = await searchParams;
  const t = await getTranslations("auth");

  return (
    <AuthShell
      title={t("verifyTitle")}
      lead={t("verifyLead")}
      foot={t.rich("linkOver", { link: (words) => <Link href="/sign-in">{words}</Link> })}
    >
      <VerifyEmailForm token={String(token ?? "")} />
    </AuthShell>
  );
}
