import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { choicesOf } from "@/components/ui/fields/choices";
import { openIncidentAction, updateIncidentAction } from "@/lib/operator/incidents/actions";
import {
  type IncidentStatus,
  incidentImpacts,
  incidentRegions,
  incidentServices,
  incidentStatuses,
} from "@/lib/operator/incidents/schema";

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
          choices: choicesOf(incidentServices, (value) => t(`serviceNames.${value}`)),
        },
        {
          name: "region",
          label: t("region"),
          choices: [{ value: "", label: t("allRegions") }, ...choicesOf(incidentRegions)],
        },
        {
          name: "impact",
          label: t("impact"),
          choices: choicesOf(incidentImpacts, (value) => t(`impacts.${value}`)),
          defaultValue: "degraded",
        },
        { name: "titleVi", label: t("titleVi") },
        { name: "titleEn", label: t("titleEn") },
        ...useTexts(),
      ]}
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
            choices: choicesOf(open, (value) => t(`statuses.${value}`)),
            defaultValue: status,
          },
          ...texts,
        ]}
      />
      <ActDialog
        title={t("resolveTitle")}
        lead={t("resolveLead")}
        trigger={{ label: t("resolve"), variant: "primary" }}
        action={updateIncidentAction}
        hidden={{ id, status: "resolved" }}
        fields={texts}
      />
    </div>
  );
}
