import { useTranslations } from "next-intl";
import { type Column, Table } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { Role } from "@/lib/access/principals/roles";
import type { Made } from "@/lib/businesses/leaving/schema";
import type { MemberRow } from "@/lib/businesses/members/list";
import { MemberActions } from "./member-actions";

type MemberTableProps = {
  members: readonly MemberRow[];
  you: { userId: string; role: Role };
  business: string;
  /** Whom the reader can change: no one, everyone but owners, or everyone. */
  touches: "nobody" | "others" | "everyone";
  /** What each member made, by their id. */
  made: Readonly<Record<string, Made>>;
};

export function MemberTable({ members, you, business, touches, made }: MemberTableProps) {
  const t = useTranslations("members");
  const columns: Column<MemberRow>[] = [
    {
      head: t("name"),
      cell: ({ userId, name, email }) => (
        <span className="grid min-w-0">
          <span className="wrap-anywhere font-medium">
            {name}
            {userId === you.userId && <span className="font-normal text-muted"> ({t("you")})</span>}
          </span>
          <span className="wrap-anywhere text-muted text-sm">{email}</span>
        </span>
      ),
    },
    { head: t("role"), cell: ({ role }) => <span className="whitespace-nowrap">{t(`roles.${role}`)}</span> },
    { head: t("joined"), spare: true, cell: ({ joinedAt }) => <RelativeTime time={joinedAt} /> },
  ];
  if (touches !== "nobody") {
    columns.push(
      {
        head: t("lastSeen"),
        spare: true,
        cell: ({ lastSeenAt }) => (lastSeenAt ? <RelativeTime time={lastSeenAt} /> : t("neverSeen")),
      },
      {
        head: t("twoFactor"),
        cell: ({ hasSecondFactor }) => (
          <Badge kind={hasSecondFactor ? "success" : "neutral"}>
            {t(hasSecondFactor ? "twoFactorOn" : "twoFactorOff")}
          </Badge>
        ),
      },
      {
        head: t("actions"),
        quiet: true,
        cell: (row) =>
          row.userId !== you.userId &&
          (touches === "everyone" || row.role !== "owner") && (
            <MemberActions business={business} member={row} you={you.role} made={made[row.userId]} />
          ),
      },
    );
  }
  return <Table caption={t("list")} columns={columns} rows={members} rowKey={({ userId }) => userId} />;
}
