import { Bot } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { type Column, Table } from "@/components/ui/lists/table";
import { Card } from "@/components/ui/text/card";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { Role } from "@/lib/access/principals/roles";
import type { ServiceAccount } from "@/lib/keys/accounts/accounts";
import { CreateServiceAccountDialog, RemoveServiceAccountDialog } from "./service-account-dialogs";

type ServiceAccountsProps = {
  business: string;
  role: Role;
  accounts: readonly ServiceAccount[];
  mayWrite: boolean;
};

/** Owners of keys that are no persons. */
export function ServiceAccounts({ business, role, accounts, mayWrite }: ServiceAccountsProps) {
  const t = useTranslations("keys");
  const here = "service-accounts";
  const columns: Column<ServiceAccount>[] = [
    { head: t("name"), cell: ({ name }) => <span className="wrap-anywhere font-medium">{name}</span> },
    {
      head: t("services"),
      spare: true,
      cell: ({ scopes }) => scopes.map((scope) => t(`scopeMarks.${scope}`)).join(", "),
    },
    { head: t("accounts.liveKeys"), numeric: true, cell: ({ liveKeys }) => liveKeys },
    { head: t("createdAt"), spare: true, cell: ({ createdAt }) => <RelativeTime time={createdAt} /> },
  ];
  if (mayWrite) {
    columns.push({
      head: t("actions"),
      quiet: true,
      cell: ({ id, name, liveKeys }) => (
        <RemoveServiceAccountDialog business={business} id={id} name={name} liveKeys={liveKeys} goOnAt={here} />
      ),
    });
  }
  return (
    <section id={here} tabIndex={-1} aria-label={t("accounts.title")} className="min-w-0 outline-none">
      <Card
        title={t("accounts.title")}
        action={mayWrite && <CreateServiceAccountDialog business={business} role={role} />}
        padded={false}
      >
        {accounts.length > 0 ? (
          <Table caption={t("accounts.title")} columns={columns} rows={accounts} rowKey={({ id }) => id} />
        ) : (
          <EmptyState Icon={Bot} heading="h3" title={t("accounts.empty")}>
            {t("accounts.emptyLead")}
          </EmptyState>
        )}
      </Card>
    </section>
  );
}
