import { useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import type { InvitationRow } from "@/lib/businesses/members/invite";
import { clock, days } from "@/lib/platform/clock";
import { CancelInvitationDialog, ResendForm } from "./invitation-actions";

type InvitationTableProps = { invitations: readonly InvitationRow[]; business: string };

export function InvitationTable({ invitations, business }: InvitationTableProps) {
  const t = useTranslations("members");
  const now = clock.now();
  const columns: Column<InvitationRow>[] = [
    { head: t("email"), cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
    { head: t("role"), cell: ({ role }) => t(`roles.${role}`) },
    {
      head: t("invite.expires"),
      cell: ({ expiresAt }) =>
        expiresAt > now ? (
          <time dateTime={expiresAt.toISOString()}>{t("invite.left", { days: daysUntil(expiresAt, now) })}</time>
        ) : (
          <Badge kind="warning">{t("invite.over")}</Badge>
        ),
    },
    {
      head: t("actions"),
      quiet: true,
      cell: ({ id, email }) => (
        <span className="inline-flex flex-wrap justify-end gap-2">
          <ResendForm business={business} id={id} email={email} />
          <CancelInvitationDialog business={business} id={id} email={email} />
        </span>
      ),
    },
  ];
  return (
    <TableCard
      title={t("invite.pending")}
      caption={t("invite.pending")}
      columns={columns}
      rows={invitations}
      rowKey={({ id }) => id}
    />
  );
}

/** The day that has begun counts, so that a link of seven days that was just sent has seven left. */
const daysUntil = (end: Date, now: Date) => Math.ceil((+end - +now) / days(1));
