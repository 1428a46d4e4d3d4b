import { useLocale, useTranslations } from "next-intl";
import { formatTime } from "@/lib/platform/i18n/format";

type Text = { vi: string; en: string };

export type Incident = {
  id: string;
  region: string | null;
  services: readonly ("tts" | "stt" | "webhooks" | "payments" | "console")[];
  impact: "maintenance" | "degraded" | "outage";
  title: Text;
  resolvedAt: Date | null;
  updates: readonly {
    id: string;
    status: "investigating" | "identified" | "monitoring" | "resolved";
    text: Text;
    at: Date;
  }[];
};

/** What operators wrote about one incident, the newest first. */
export function IncidentEntry({ incident }: { incident: Incident }) {
  const t = useTranslations("status");
  const locale = useLocale();
  const { id, title, impact, services, region, updates } = incident;
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-3 rounded-card border border-line bg-raised p-4"
    >
      <div className="grid gap-1">
        <h3 id={`${id}-title`} className="font-medium text-lg">
          {title[locale]}
        </h3>
        <p className="text-muted text-sm">
          {[
            t(`impacts.${impact}`),
            services.map((service) => t(`concerned.${service}`)).join(", "),
            region ?? t("allRegions"),
          ].join(" · ")}
        </p>
      </div>
      <ol className="grid gap-2">
        {updates.map(({ id: update, status, text, at }) => (
          <li key={update} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <span className="text-sm">
              <span className="font-medium">{t(`statuses.${status}`)}</span>
              <span className="block text-muted">{formatTime(at, locale)}</span>
            </span>
            <span className="whitespace-pre-line">{text[locale]}</span>
          </li>
        ))}
      </ol>
    </article>
  );
}
