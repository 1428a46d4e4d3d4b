import { useLocale, useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-form";
import { Facts } from "@/components/operator/facts";
import { type Column, Table } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { setEngineStateAction, setUpstreamWeightAction } from "@/lib/operator/engines/actions";
import type { Engine, EngineProcess } from "@/lib/operator/engines/engines";
import { formatMilliseconds, formatNumber } from "@/lib/platform/i18n/format";
import { TestEngine } from "./test-engine";

const kinds: Record<Engine["state"], BadgeKind> = { on: "success", draining: "warning", off: "neutral" };

/** An engine over all processes, with a row for each of them. */
export function EngineCard({ engine, mayAct }: { engine: Engine; mayAct: boolean }) {
  const t = useTranslations("operator.engines");
  const locale = useLocale();
  const { state, isWell, isOpen, places, running, waiting, calls, failures, p95Ms, processes, models } = engine;
  const columns = useProcessColumns();
  const hasUpstreams = processes.some(({ upstreams }) => upstreams.length > 0);
  return (
    <Card title={engine.engine} action={mayAct && <EngineActs engine={engine.engine} state={state} />}>
      <div className="grid min-w-0 gap-4">
        <Facts
          facts={[
            {
              label: t("state"),
              value: (
                <span className="flex flex-wrap gap-1">
                  <Badge kind={kinds[state]}>{t(`states.${state}`)}</Badge>
                  {!isWell && <Badge kind="danger">{t("ill")}</Badge>}
                  {isOpen && <Badge kind="danger">{t("circuits.open")}</Badge>}
                </span>
              ),
            },
            {
              label: t("models"),
              value: models.length > 0 && <span className="font-mono text-sm">{models.join(", ")}</span>,
            },
            {
              label: t("places"),
              value: places > 0 ? t("placesUsed", { running, places, waiting }) : formatNumber(running, locale),
            },
            { label: t("recent"), value: t("recentCalls", { calls, failures }) },
            { label: t("latency"), value: p95Ms === null ? "–" : formatMilliseconds(p95Ms, locale) },
          ]}
        />
        {processes.length === 0 ? (
          <p className="text-muted">{t("noProcess")}</p>
        ) : (
          <div className="-mx-4">
            <Table
              caption={t("processes", { engine: engine.engine })}
              columns={columns}
              rows={processes}
              rowKey={({ process }) => process}
            />
          </div>
        )}
        {hasUpstreams && <UpstreamTable engine={engine} mayAct={mayAct} />}
      </div>
    </Card>
  );
}

function useProcessColumns(): Column<EngineProcess>[] {
  const t = useTranslations("operator.engines");
  const locale = useLocale();
  const time = (ms: number | null) => (ms === null ? "–" : formatMilliseconds(ms, locale));
  return [
    {
      head: t("process"),
      cell: ({ process, region, detail }) => (
        <span className="grid min-w-0">
          <span className="break-all font-mono text-sm">
            {process} · {region}
          </span>
          {detail && <span className="wrap-anywhere text-muted text-sm">{detail}</span>}
        </span>
      ),
    },
    {
      head: t("health"),
      cell: ({ isWell, circuit }) =>
        isWell === false || circuit === "open" ? (
          <Badge kind="danger">{isWell === false ? t("ill") : t("circuits.open")}</Badge>
        ) : (
          t("circuits.closed")
        ),
    },
    {
      head: t("places"),
      numeric: true,
      cell: ({ running, places }) =>
        [running, ...(places > 0 ? [places] : [])].map((count) => formatNumber(count, locale)).join(" / "),
    },
    {
      head: t("callsAndFailures"),
      numeric: true,
      cell: ({ calls, failures }) => `${formatNumber(calls, locale)} / ${formatNumber(failures, locale)}`,
    },
    { head: "p50", numeric: true, spare: true, cell: ({ p50Ms }) => time(p50Ms) },
    { head: "p95", numeric: true, cell: ({ p95Ms }) => time(p95Ms) },
    { head: t("seen"), spare: true, cell: ({ seenAt }) => <RelativeTime time={seenAt} /> },
  ];
}

/** The acts on an engine: a test, and the states that it is not in. */
function EngineActs({ engine, state }: Pick<Engine, "engine" | "state">) {
  const t = useTranslations("operator.engines");
  return (
    <span className="flex flex-wrap gap-2">
      <TestEngine engine={engine} />
      {(["on", "draining", "off"] as const)
        .filter((other) => other !== state)
        .map((other) => (
          <ActDialog
            key={other}
            title={t(`actTitles.${other}`, { engine })}
            lead={t(`actLeads.${other}`)}
            trigger={{ label: t(`changes.${other}`), fullLabel: `${t(`changes.${other}`)}: ${engine}`, size: "small" }}
            action={setEngineStateAction}
            hidden={{ engine, state: other }}
            reason="staff"
            isDanger={other === "off"}
          />
        ))}
    </span>
  );
}

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

function UpstreamTable({ engine, mayAct }: { engine: Engine; mayAct: boolean }) {
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
