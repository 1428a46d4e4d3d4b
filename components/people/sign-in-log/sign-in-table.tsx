import { useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { IpAddress } from "@/components/ui/text/ip-address";
import { Moment } from "@/components/ui/text/moment";
import type { SignInRow } from "@/lib/people/sign-in-log/describe";
import { useDeviceName } from "./use-device-name";

export function SignInTable({ rows }: { rows: readonly SignInRow[] }) {
  const t = useTranslations("signInLog");
  const caption = useTranslations("account")("signInLogTitle");
  const nameOf = useDeviceName();

  const columns: Column<SignInRow>[] = [
    { head: t("time"), cell: ({ createdAt }) => <Moment time={createdAt} /> },
    {
      head: t("result"),
      lead: true,
      cell: ({ result, isAlarming }) => (
        <Badge kind={isAlarming ? "warning" : "success"}>{t(`results.${result}`)}</Badge>
      ),
    },
    { head: t("method"), cell: ({ method }) => t(`methods.${method}`) },
    { head: t("device"), cell: nameOf },
    { head: t("ip"), cell: ({ ip }) => (ip ? <IpAddress ip={ip} /> : t("noIp")) },
  ];
  return <TableCard caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
