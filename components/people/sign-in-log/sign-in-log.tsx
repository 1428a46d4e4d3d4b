import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/fields/controls";
import { FilterForm } from "@/components/ui/lists/filter-form";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { IpAddress } from "@/components/ui/text/ip-address";
import { Moment } from "@/components/ui/text/moment";
import {
  attemptMethods,
  resultGroups,
  type SignInAddress,
  type SignInFilter,
  signInPeriods,
} from "@/lib/people/sign-in-log/schema";
import type { SignInRow } from "@/lib/people/sign-in-log/sign-in-log";
import { withQuery } from "@/lib/platform/with-query";
import { useDeviceName } from "./use-device-name";

export const signInLogPath = (address: SignInAddress = {}): Route => withQuery("/account/sign-in-log", address);

export const signInFilePath = (filter: SignInFilter): Route => withQuery("/account/sign-in-log/sign-ins.csv", filter);

export function SignInFilters({ filter }: { filter: SignInFilter }) {
  const t = useTranslations("signInLog");
  const lists = {
    result: resultGroups.map((value) => ({ value, label: t(`filters.${value}`) })),
    method: attemptMethods.map((value) => ({ value, label: t(`methods.${value}`) })),
    days: signInPeriods.map((value) => ({
      value,
      label: value === "1" ? t("filters.lastDay") : t("filters.last", { days: value }),
    })),
  };
  return (
    <FilterForm path={signInLogPath()} filter={filter} words="signInLog.filters">
      {(Object.keys(lists) as (keyof typeof lists)[]).map((name) => (
        <label key={name} htmlFor={`filter-${name}`} className="grid min-w-44 gap-1 text-muted text-sm">
          {t(`filters.${name}`)}
          <Select
            id={`filter-${name}`}
            name={name}
            defaultValue={filter[name] ?? ""}
            choices={[{ value: "", label: t(name === "days" ? "filters.allDays" : "filters.any") }, ...lists[name]]}
          />
        </label>
      ))}
    </FilterForm>
  );
}

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
