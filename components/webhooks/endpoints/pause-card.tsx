import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Form } from "@/components/ui/fields/form";
import { Card } from "@/components/ui/text/card";
import { pauseEndpointAction, resumeEndpointAction } from "@/lib/webhooks/endpoints/actions";
import type { Endpoint } from "@/lib/webhooks/endpoints/endpoint";
import { DeleteEndpointDialog } from "./delete-endpoint-dialog";

type PauseCardProps = { business: string; endpoint: Endpoint };

export function PauseCard({ business, endpoint: { id, url, status, isCallbacks } }: PauseCardProps) {
  const t = useTranslations("webhooks.stop");
  const isResting = status === "paused" || status === "disabled";
  return (
    <Card title={t("title")}>
      <div className="grid gap-5">
        <div className="grid justify-items-start gap-2">
          <p className="max-w-text text-muted">{t(isResting ? "resumeLead" : "pauseLead")}</p>
          <Form
            key={status}
            action={isResting ? resumeEndpointAction : pauseEndpointAction}
            hidden={{ business, id }}
            submit={t(isResting ? "resume" : "pause")}
            stepUp={StepUp}
            button={{ variant: "secondary", size: "small" }}
          />
        </div>
        {!isCallbacks && (
          <div className="grid justify-items-start gap-2 border-line border-t pt-4">
            <p className="max-w-text text-muted">{t("deleteLead")}</p>
            <DeleteEndpointDialog business={business} id={id} host={new URL(url).host} />
          </div>
        )}
      </div>
    </Card>
  );
}
