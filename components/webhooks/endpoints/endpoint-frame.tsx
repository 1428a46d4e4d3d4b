import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TabLinks } from "@/components/ui/lists/tab-links";
import { Page } from "@/components/ui/text/page";
import { TestDialog } from "@/components/webhooks/test-events/test-form";
import type { Endpoint } from "@/lib/webhooks/endpoints/endpoint";
import { EndpointBadge } from "./endpoint-badge";
import { deliveriesPath, drillPath, endpointPath, endpointSettingsPath } from "./webhooks-path";

type EndpointFrameProps = {
  business: string;
  endpoint: Endpoint;
  mayWrite: boolean;
  current: "overview" | "deliveries" | "drill" | "settings";
  children: ReactNode;
};

/** The head and the tabs that the pages of an endpoint share. */
export function EndpointFrame({ business, endpoint, mayWrite, current, children }: EndpointFrameProps) {
  const t = useTranslations("webhooks");
  const { id, url, description, status, isCallbacks } = endpoint;
  const hrefs = {
    overview: endpointPath(business, id),
    deliveries: deliveriesPath(business, id),
    drill: drillPath(business, id),
    settings: endpointSettingsPath(business, id),
  };
  const tabs = (["overview", "deliveries", "drill", "settings"] as const)
    .filter((tab) => !isCallbacks || tab !== "drill")
    .map((tab) => ({ href: hrefs[tab], label: t(`tabs.${tab}`) }));
  return (
    <Page
      title={isCallbacks ? t("list.callbacks") : description || new URL(url).host}
      lead={
        <span className="flex items-center gap-3">
          <EndpointBadge status={status} />
          {isCallbacks ? (
            t("list.callbacksHint")
          ) : (
            <span title={url} className="line-clamp-1 break-all font-mono text-sm">
              {url}
            </span>
          )}
        </span>
      }
      action={
        mayWrite &&
        !isCallbacks && (
          <TestDialog business={business} endpointId={id} variant={current === "settings" ? "secondary" : "primary"} />
        )
      }
    >
      <div className="border-line border-b">
        <TabLinks label={t("tabs.label")} tabs={tabs} current={hrefs[current]} />
      </div>
      {children}
    </Page>
  );
}
