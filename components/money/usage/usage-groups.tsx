import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { TabLinks } from "@/components/ui/lists/tab-links";
import { type Column, Table } from "@/components/ui/lists/table";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import type { UsageReport } from "@/lib/money/usage/read-report";
import {
  asMetadataName,
  otherValue,
  type UsageAddress,
  type UsageMeasure,
  type UsageSplit,
  usageSplits,
} from "@/lib/money/usage/schema";
import { formatChange, formatTime } from "@/lib/platform/i18n/format";
import { jobsPath, usagePath } from "./usage-path";
import { type UsageNames, useGroupNames } from "./use-group-names";
import { sizeOf, useMeasures } from "./use-measures";

type Group = UsageReport["groups"][number];

type UsageGroupsProps = {
  business: string;
  address: UsageAddress;
  report: UsageReport;
  names: UsageNames;
  /** Whether the reader may see keys. */
  mayKeys: boolean;
};

const shown: UsageMeasure[] = ["amount", "requests", "jobs", "errors", "characters", "seconds", "p50", "p95", "p99"];

/** The figures by key, service, model, voice, region or result; each row leads to its jobs. Or by a key of metadata. */
export function UsageGroups({ business, address, report, names, mayKeys }: UsageGroupsProps) {
  const t = useTranslations("usage");
  const locale = useLocale();
  const nameOf = useGroupNames(names);
  const { writeSums } = useMeasures();
  const { split, groups, moreGroups, filter, range, metadataKeys } = report;
  const metadata = metadataKeys.find(({ name }) => split === `metadata.${name}`);
  const headOf = (one: UsageSplit) => asMetadataName(one) ?? t(`splits.${one}`);
  const hrefOf = (group: Group): Route | null => {
    if (metadata) {
      const isListed = group.now.jobs > 0 && group.value !== "" && group.value !== otherValue;
      return isListed ? jobsPath(business, { ...filter, q: `${metadata.name}: ${group.value}` }, range) : null;
    }
    const isListed = group.now.jobs > 0 || (mayKeys && ["result", "key", "service"].includes(split));
    return isListed ? jobsPath(business, { ...filter, [split]: group.value }, range) : null;
  };
  const splits: UsageSplit[] = [
    ...usageSplits.filter((one) => one !== "key" || mayKeys),
    ...metadataKeys.map(({ name }) => `metadata.${name}` as const),
  ];
  const tabs = splits.map((one) => ({ href: usagePath(business, { ...address, split: one }), label: headOf(one) }));
  const listed = metadata ? shown.filter((measure) => !["p50", "p95", "p99"].includes(measure)) : shown;
  const columns: Column<Group>[] = [
    {
      head: headOf(split),
      cell: (group) => {
        const [href, name] = [hrefOf(group), nameOf(split, group.value)];
        return <span className="font-medium wrap-anywhere">{href ? <Link href={href}>{name}</Link> : name}</span>;
      },
    },
    ...listed.map((measure) => ({
      head: t(`measures.${measure}`),
      numeric: true,
      spare: ["characters", "seconds", "p50", "p99"].includes(measure),
      cell: ({ now, before }: Group) => {
        const change = measure === "amount" && formatChange(sizeOf("amount", now), sizeOf("amount", before), locale);
        return (
          <span className="grid">
            {writeSums(measure, now)}
            {change && <span className="text-muted text-xs">{change}</span>}
          </span>
        );
      },
    })),
  ];
  return (
    <Card padded={false} title={t("splitTitle")}>
      <div className="border-line border-b px-4">
        <TabLinks label={t("splitTitle")} tabs={tabs} current={usagePath(business, { ...address, split })} />
      </div>
      {groups.length === 0 ? (
        <p className="px-4 py-6 text-muted">{t("noneInRange")}</p>
      ) : (
        <Table caption={t("splitTitle")} columns={columns} rows={groups} rowKey={({ value }) => value} />
      )}
      <div className="grid gap-1 border-line border-t px-4 py-3 text-muted text-sm empty:hidden">
        {moreGroups > 0 && <p>{t("metadata.more", { count: moreGroups })}</p>}
        {metadata && (
          <p>
            {t("metadata.since", { at: formatTime(metadata.since, locale) })}
            {metadata.removedAt && ` ${t("metadata.until", { at: formatTime(metadata.removedAt, locale) })}`}
          </p>
        )}
        {metadataKeys.length === 0 && (
          <p>
            {t.rich("metadata.choose", {
              link: (text) => <Link href={`/console/${business}/settings#usage` as Route}>{text}</Link>,
            })}
          </p>
        )}
      </div>
    </Card>
  );
}
