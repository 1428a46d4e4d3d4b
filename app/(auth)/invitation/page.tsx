import type { Route } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { InvitationAnswer } from "@/components/businesses/members/invitation-answer";
import { AuthShell } from "@/components/shell/auth-shell";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { readLinkToken } from "@/lib/access/auth/link-cookie";
import { orError } from "@/lib/access/auth/or-error";
import { findViewer } from "@/lib/access/auth/session";
import { getInvitation } from "@/lib/businesses/members/accept";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { translate } from "@/lib/platform/i18n/translate";

export const generateMetadata = pageTitle("members", "invitation.title");

export default async function InvitationPage({ searchParams }: PageProps<"/invitation">) {
  const { token: linked } = await searchParams;
  // The former format of emailed links: their token is removed from the URL too.
  if (linked) redirect(`/link/invitation/${encodeURIComponent(String(linked))}` as Route);
  const token = await readLinkToken("invitation");
  const [t, viewer, invitation] = await Promise.all([
    getTranslations("members"),
    findViewer(),
    orError(getInvitation(token)),
  ]);
  if (invitation instanceof AppError) {
    return (
      <AuthShell title={t("invitation.dead")}>
        <div className="grid gap-5">
          <Notice kind="warning">{translate(await getLocale(), invitation.message)}</Notice>
          <ButtonLink href="/console">{t("invitation.console")}</ButtonLink>
        </div>
      </AuthShell>
    );
  }

  const { business, invitedBy, email, role } = invitation;
  const lead = t("invitation.lead", { inviter: invitedBy.name, email, role: t(`roles.${role}`) });
  return (
    <AuthShell title={t("invitation.heading", { business: business.name })} lead={lead}>
      <InvitationAnswer token={token} email={email} isKnown={invitation.isKnown} signedInAs={viewer?.email} />
    </AuthShell>
  );
}
