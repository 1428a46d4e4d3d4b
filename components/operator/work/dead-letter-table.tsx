import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Moment } from "@/components/ui/text/moment";
import { replayResultsAction } from "@/lib/operator/work/actions";
import type { DeadLetterRow } from "@/lib/operator/work/lists";
import { RowBox } from "./row-box";
import { Selection } from "./selection";

const form = "replay-chosen";

type DeadLetterTableProps = { rows: readonly DeadLetterRow[]; mayAct: boolean };

/** Results that could not be recorded, with their reasons; one, the chosen or all are recorded again. */
export function DeadLetterTable({ rows, mayAct }: DeadLetterTableProps) {
  const t = useTranslations("operator.work");
  const replay = { action: replayResultsAction, reason: "staff", submit: t("replay") } as const;
  const box: Column<DeadLetterRow> = {
    head: t("choose"),
    quiet: true,
    cell: ({ key }) => <RowBox form={form} id={key} label={t("chooseOne", { id: key })} />,
  };
  const columns: Column<DeadLetterRow>[] = [
    {
      head: t("result"),
      cell: ({ key, topic }) => (
        <span className="grid min-w-0">
          <span className="break-all font-mono text-sm">{key}</span>
          <span className="text-muted text-sm">{topic}</span>
        </span>
      ),
    },
    { head: t("reason"), cell: ({ reason }) => <span className="wrap-anywhere text-sm">{reason ?? "–"}</span> },
    { head: t("attempts"), numeric: true, cell: ({ attempts }) => attempts },
    { head: t("failedAt"), cell: ({ failedAt }) => <Moment time={failedAt} /> },
  ];
  const acts: Column<DeadLetterRow> = {
    head: t("acts"),
    quiet: true,
    cell: ({ key }) => (
      <ActDialog
        {...replay}
        title={t("replayOne")}
        lead={key}
        trigger={{ label: t("replay"), fullLabel: `${t("replay")}: ${key}`, size: "small" }}
        hidden={{ "ids[]": key }}
      />
    ),
  };
  return (
    <div className="grid min-w-0 gap-4">
      {mayAct && (
        <Selection form={form}>
          <ActDialog
            {...replay}
            id={form}
            title={t("replayChosenTitle")}
            trigger={{ label: t("replayChosen"), size: "small" }}
          />
          <ActDialog
            {...replay}
            title={t("replayAllTitle")}
            lead={t("replayAllLead")}
            trigger={{ label: t("replayAll"), size: "small" }}
            hidden={{ all: "1" }}
          />
        </Selection>
      )}
      <TableCard
        caption={t("tabs.dead-letters")}
        columns={mayAct ? [box, ...columns, acts] : columns}
        rows={rows}
        rowKey={({ sequence }) => String(sequence)}
      />
    </div>
  );
}
