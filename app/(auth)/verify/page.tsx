import type { Route } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { VerifyEmailForm } from "@/components/people/account/link-forms";
import { AuthShell } from "@/components/shell/auth-shell";
import { Link } from "@/components/ui/text/link";
import { readLinkToken } from "@/lib/access/auth/link-cookie";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("auth", "verifyTitle");

export default async function VerifyPage({ searchParams }: PageProps<"/verify">) {
  const { token } = await searchParams;
  // The former format of emailed links: their token is removed from the URL too.
  if (token) redirect(`/link/verify/${encodeURIComponent(String(token))}` as Route);
  const t = await getTranslations("auth");

  return (
    <AuthShell
      title={t("verifyTitle")}
      lead={t("verifyLead")}
      foot={t.rich("linkOver", { link: (words) => <Link href="/sign-in">{words}</Link> })}
    >
      <VerifyEmailForm token={await readLinkToken("verify")} />
    </AuthShell>
  );
}
