import { getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import { CodeBlock } from "@/components/ui/text/code-block";
import { Page } from "@/components/ui/text/page";
import { AttemptList } from "@/components/webhooks/deliveries/attempt-list";
import { DeliveryFacts, DeliveryNotice } from "@/components/webhooks/deliveries/delivery-facts";
import { LiveLog } from "@/components/webhooks/deliveries/live-log";
import { deliveriesPath } from "@/components/webhooks/endpoints/webhooks-path";
import { ReplayOneForm } from "@/components/webhooks/replays/replay-one-form";
import { orNotFound } from "@/lib/access/auth/or-error";
import { can } from "@/lib/access/principals/roles";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { describeDelivery } from "@/lib/webhooks/delivery-log/describe";
import { findDelivery, watchDeliveries } from "@/lib/webhooks/delivery-log/find";
import { WebhooksRefused } from "../../../webhooks-refused";
import { openEndpoint } from "../../open-endpoint";

export const generateMetadata = pageTitle("webhooks", "delivery.title");

export default async function DeliveryPage({
  params,
}: PageProps<"/console/[business]/webhooks/[endpoint]/deliveries/[delivery]">) {
  const { delivery: id, ...place } = await params;
  const { member, endpoint } = await openEndpoint(place);
  if (endpoint instanceof AppError) return <WebhooksRefused />;

  const { businessSlug: business } = member;
  const { id: endpointId } = endpoint;
  const filter = { q: id };
  // Read before the content, so that the browser reloads what changed in between.
  const version = await watchDeliveries(member, endpointId, filter);
  const [found, t] = await Promise.all([orNotFound(findDelivery(member, endpointId, id)), getTranslations("webhooks")]);
  const delivery = describeDelivery(found);
  const isResting = endpoint.status === "paused" || endpoint.status === "disabled";
  const mayReplay = can(member.role, "webhooks:write") && !delivery.isTest && !isResting && delivery.body !== null;
  return (
    <Page
      title={delivery.eventType}
      lead={<span className="line-clamp-2 break-all">{t("delivery.lead", { url: endpoint.url })}</span>}
      action={
        <div className="flex flex-wrap gap-2">
          <ButtonLink href={deliveriesPath(business, endpointId)}>{t("delivery.back")}</ButtonLink>
          {mayReplay && <ReplayOneForm business={business} endpointId={endpointId} deliveryId={id} />}
        </div>
      }
    >
      {delivery.state === "waiting" && (
        <LiveLog business={business} endpointId={endpointId} filter={filter} version={version} quiet />
      )}
      <DeliveryNotice delivery={delivery} />
      <Card title={t("delivery.about")}>
        <DeliveryFacts business={business} delivery={delivery} />
      </Card>
      <section aria-labelledby="attempts" className="grid min-w-0 gap-3">
        <h2 id="attempts" className="font-semibold text-lg">
          {t("delivery.list")}
        </h2>
        <AttemptList attempts={delivery.tries} />
      </section>
      {delivery.body === null ? (
        <Notice>{t("delivery.bodyGone")}</Notice>
      ) : (
        <CodeBlock label={t("delivery.body")} code={delivery.body} />
      )}
    </Page>
  );
}
