import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Article } from "@/components/docs/article";
import { EventEntry } from "@/components/docs/event-entry";
import { EventFields } from "@/components/docs/event-fields";
import { receiverSamples } from "@/components/docs/receiver-samples";
import { ReceiverSamples } from "@/components/docs/receiver-samples-section";
import { WebhookRules } from "@/components/docs/webhook-rules";
import { WebhookSecurity } from "@/components/docs/webhook-security";
import { WebhookStart } from "@/components/docs/webhook-start";
import { readEvents } from "@/lib/api/openapi/events";
import { env } from "@/lib/env";

const port = 4000;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs.webhooks");
  return { title: t("title"), description: t("lead") };
}

export default async function WebhooksPage() {
  const t = await getTranslations("docs.webhooks");
  const { common, events } = readEvents(await getLocale());
  return (
    <Article title={t("title")} lead={t("lead")}>
      <WebhookStart />
      <WebhookSecurity
        userAgent={`Vang-Webhooks/1.0 (+${env.url}/docs/webhooks)`}
        networks={env.WEBHOOK_SOURCE_ADDRESSES}
      />
      <WebhookRules />
      <ReceiverSamples samples={receiverSamples(port)} port={port} />
      <EventFields fields={common}>
        {events.map((event) => (
          <EventEntry key={event.type} event={event} />
        ))}
      </EventFields>
    </Article>
  );
}
