import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeviceName } from "@/components/people/sign-in-log/use-device-name";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { IpAddress } from "@/components/ui/text/ip-address";
import { Moment } from "@/components/ui/text/moment";
import type { AuditRow, Changed } from "@/lib/access/audit/describe";
import { useAuditWords } from "./audit-words";

export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  const t = useTranslations("audit");
  const [words, deviceOf] = [useAuditWords(), useDeviceName()];
  const columns: Column<AuditRow>[] = [
    {
      head: t("what"),
      cell: ({ action, subject }) => (
        <span className="grid min-w-0">
          <span className="font-medium">{words.action(action)}</span>
          {subject && <span className="wrap-anywhere text-muted text-sm">{subject}</span>}
        </span>
      ),
    },
    { head: t("changes"), cell: ({ changes }) => <Changes changes={changes} /> },
    { head: t("who"), cell: (row) => <Actor {...row} /> },
    { head: t("when"), cell: ({ at }) => <Moment time={at} /> },
    {
      head: t("where"),
      spare: true,
      cell: (row) => (
        <span className="grid min-w-0 whitespace-nowrap text-muted text-sm">
          {row.actorId.startsWith("key_") ? (
            t("viaApi")
          ) : (
            <>
              <span>{deviceOf(row)}</span>
              <span>{row.ip ? <IpAddress ip={row.ip} /> : t("noIp")}</span>
            </>
          )}
        </span>
      ),
    },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ sequence }) => sequence} />;
}

function Actor({ actor, actorId }: Pick<AuditRow, "actor" | "actorId">) {
  const t = useTranslations("audit");
  if (actor) return <span className="block max-w-48 truncate">{actor}</span>;
  if (actorId === "operator") return t("operator");
  return actorId === "system" ? t("system") : <span className="wrap-anywhere font-mono text-sm">{actorId}</span>;
}

function Changes({ changes }: { changes: readonly Changed[] }) {
  const t = useTranslations("audit");
  const words = useAuditWords();
  if (changes.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{words.field(field)}: </span>
          {before !== null && (
            <>
              <span className="sr-only">{t("from")} </span>
              {words.value(field, before)} <ArrowRight aria-hidden className="inline size-3.5 text-muted" />{" "}
              <span className="sr-only">{t("to")} </span>
            </>
          )}
          {after === null ? t("nothing") : words.value(field, after)}
        </li>
      ))}
    </ul>
  );
}
