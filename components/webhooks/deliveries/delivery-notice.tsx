import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import type { DeliveryView } from "@/lib/webhooks/deliveries/describe";

const kinds = { held: "info", failed: "danger", canceled: "info" } as const;

/** Why a delivery does not go on by itself, and what to do about it. */
export function DeliveryNotice({ delivery: { state, isTest } }: { delivery: DeliveryView }) {
  const t = useTranslations("webhooks.delivery.notices");
  if (isTest && state !== "waiting" && state !== "succeeded") return <Notice kind="danger">{t("test")}</Notice>;
  if (!(state in kinds)) return null;
  const known = state as keyof typeof kinds;
  return <Notice kind={kinds[known]}>{t(known)}</Notice>;
}
