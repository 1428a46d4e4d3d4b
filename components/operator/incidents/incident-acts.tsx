import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { openIncidentAction, updateIncidentAction } from "@/lib/incidents/actions";
import {
  type IncidentStatus,
  incidentImpacts,
  incidentRegions,
  incidentServices,
  incidentStatuses,
} from "@/lib/incidents/schema";

const useTexts = () => {
  const t = useTranslations("operator.incidents");
  return [
    { name: "textVi", label: t("textVi"), kind: "lines" },
    { name: "textEn", label: t("textEn"), kind: "lines" },
  ] as const;
};

export function OpenIncident() {
  const t = useTranslations("operator.incidents");
  return (
    <ActDialog
      title={t("openTitle")}
      lead={t("openLead")}
      trigger={{ label: t("open"), variant: "primary" }}
      action={openIncidentAction}
      fields={[
        {
          name: "services",
          label: t("services"),
          kind: "checks",
          choices: incidentServices.map((value) => ({ value, label: t(`serviceNames.${value}`) })),
        },
        {
          name: "region",
          label: t("region"),
          choices: [
            { value: "", label: t("allRegions") },
            ...incidentRegions.map((value) => ({ value, label: value })),
          ],
        },
        {
          name: "impact",
          label: t("impact"),
          choices: incidentImpacts.map((value) => ({ value, label: t(`impacts.${value}`) })),
          defaultValue: "degraded",
        },
        { name: "titleVi", label: t("titleVi") },
        { name: "titleEn", label: t("titleEn") },
        ...useTexts(),
      ]}
      submit={t("open")}
    />
  );
}

export function UpdateIncident({ id, status }: { id: string; status: IncidentStatus }) {
  const t = useTranslations("operator.incidents");
  const texts = useTexts();
  const open = incidentStatuses.filter((value) => value !== "resolved");
  return (
    <div className="flex flex-wrap gap-2">
      <ActDialog
        title={t("updateTitle")}
        trigger={{ label: t("update") }}
        action={updateIncidentAction}
        hidden={{ id }}
        fields={[
          {
            name: "status",
            label: t("status"),
            choices: open.map((value) => ({ value, label: t(`statuses.${value}`) })),
            defaultValue: status,
          },
          ...texts,
        ]}
        submit={t("update")}
      />
      <ActDialog
        title={t("resolveTitle")}
        lead={t("resolveLead")}
        trigger={{ label: t("resolve"), variant: "primary" }}
        action={updateIncidentAction}
        hidden={{ id, status: "resolved" }}
        fields={texts}
        submit={t("resolve")}
      />
    </div>
  );
}
