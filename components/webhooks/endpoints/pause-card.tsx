import { useTranslations } from "next-intl";
import { ActForm } from "@/components/keys/act-form";
import { Card } from "@/components/ui/text/card";
import { pauseEndpointAction, resumeEndpointAction } from "@/lib/webhooks/endpoints/actions";
import type { Endpoint } from "@/lib/webhooks/endpoints/describe";
import { DeleteEndpointDialog } from "./delete-endpoint-dialog";

type PauseCardProps = { business: string; endpoint: Endpoint };

export function PauseCard({ business, endpoint: { id, url, status } }: PauseCardProps) {
  const t = useTranslations("webhooks.stop");
  const isResting = status === "paused" || status === "disabled";
  return (
    <Card title={t("title")}>
      <div className="grid gap-5">
        <div className="grid justify-items-start gap-2">
          <p className="max-w-text text-muted">{t(isResting ? "resumeLead" : "pauseLead")}</p>
          <ActForm
            key={status}
            action={isResting ? resumeEndpointAction : pauseEndpointAction}
            hidden={{ business, id }}
            label={t(isResting ? "resume" : "pause")}
          />
        </div>
        <div className="grid justify-items-start gap-2 border-line border-t pt-4">
          <p className="max-w-text text-muted">{t("deleteLead")}</p>
          <DeleteEndpointDialog business={business} id={id} host={new URL(url).host} />
        </div>
      </div>
    </Card>
  );
}
