import { getTranslations } from "next-intl/server";
import { InvitationTable } from "@/components/businesses/members/invitation-table";
import { InviteDialog } from "@/components/businesses/members/invite-dialog";
import { MemberTable } from "@/components/businesses/members/member-table";
import { OwnershipCard, YourOffer } from "@/components/businesses/members/ownership-cards";
import { LeaveCard, RolesCard, TwoFactorCard } from "@/components/businesses/members/rule-cards";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { listMade } from "@/lib/businesses/leaving/made";
import { listInvitations } from "@/lib/businesses/members/invite";
import { listMembers } from "@/lib/businesses/members/list";
import { findOffer } from "@/lib/businesses/members/ownership";
import { getTwoFactorRule } from "@/lib/businesses/members/two-factor-rule";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("members", "title");

export default async function MembersPage({ params }: PageProps<"/console/[business]/members">) {
  const member = await requireMember((await params).business);
  const { role, userId, businessSlug: business } = member;
  const mayWrite = can(role, "members:write");
  const [t, members, made, invitations, offer, rule] = await Promise.all([
    getTranslations("members"),
    listMembers(member),
    listMade(member),
    mayWrite ? listInvitations(member) : [],
    findOffer(member),
    getTwoFactorRule(member),
  ]);
  const touches = role === "owner" ? "everyone" : mayWrite ? "others" : "nobody";

  return (
    <Page title={t("title")} lead={t("lead")} action={mayWrite && <InviteDialog business={business} />}>
      {offer?.to.id === userId && <YourOffer business={business} offer={offer} />}
      <Card padded={false}>
        <MemberTable members={members} business={business} touches={touches} made={made} you={{ userId, role }} />
      </Card>
      {invitations.length > 0 && <InvitationTable invitations={invitations} business={business} />}
      <TwoFactorCard
        required={rule}
        without={mayWrite ? members.filter(({ hasSecondFactor }) => !hasSecondFactor).length : null}
        changeIn={can(role, "business:write") ? business : undefined}
      />
      <RolesCard />
      {can(role, "business:transfer") && members.length > 1 && (
        <OwnershipCard business={business} members={members} offer={offer} />
      )}
      {members.length > 1 && <LeaveCard business={business} role={role} made={made[userId]} />}
    </Page>
  );
}
