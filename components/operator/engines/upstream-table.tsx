import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { type Column, Table } from "@/components/ui/lists/table";
import { setUpstreamWeightAction } from "@/lib/operator/engines/actions";
import type { Engine } from "@/lib/operator/engines/list";

type Row = { host: string; weight: number; running: number; places: number; isOpen: boolean };

/** The upstream servers of an engine over all processes, each with its share. */
function sumUpstreams({ processes }: Engine): Row[] {
  const rows = new Map<string, Row>();
  for (const { host, weight, running, places, circuit } of processes.flatMap(({ upstreams }) => upstreams)) {
    const row = rows.get(host) ?? { host, weight, running: 0, places: 0, isOpen: false };
    const isOpen = row.isOpen || circuit === "open";
    rows.set(host, { ...row, running: row.running + running, places: row.places + places, isOpen });
  }
  return [...rows.values()];
}

export function UpstreamTable({ engine, mayAct }: { engine: Engine; mayAct: boolean }) {
  const t = useTranslations("operator.engines");
  const columns: Column<Row>[] = [
    { head: t("host"), cell: ({ host }) => <span className="break-all font-mono text-sm">{host}</span> },
    { head: t("health"), cell: ({ isOpen }) => t(`circuits.${isOpen ? "open" : "closed"}`) },
    { head: t("places"), numeric: true, cell: ({ running, places }) => `${running} / ${places}` },
    { head: t("weight"), numeric: true, cell: ({ weight }) => weight },
  ];
  const acts: Column<Row> = {
    head: t("acts"),
    quiet: true,
    cell: ({ host, weight }) => (
      <ActDialog
        title={t("weightTitle")}
        lead={host}
        trigger={{ label: t("changeWeight"), fullLabel: `${t("changeWeight")}: ${host}`, size: "small" }}
        action={setUpstreamWeightAction}
        hidden={{ engine: engine.engine, host }}
        fields={[{ name: "weight", label: t("weight"), hint: t("weightHint"), defaultValue: String(weight) }]}
        reason="staff"
      />
    ),
  };
  return (
    <div className="-mx-4 border-line border-t">
      <Table
        caption={t("upstreams", { engine: engine.engine })}
        columns={mayAct ? [...columns, acts] : columns}
        rows={sumUpstreams(engine)}
        rowKey={({ host }) => host}
      />
    </div>
  );
}
