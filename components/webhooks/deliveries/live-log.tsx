"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Switch } from "@/components/ui/fields/switch";
import { logVersionQuery } from "@/lib/webhooks/delivery-log/queries";
import type { DeliveryFilter } from "@/lib/webhooks/delivery-log/schema";

type LiveLogProps = {
  business: string;
  endpointId: string;
  filter: DeliveryFilter;
  /** Of what the page shows. */
  version: string;
  /** Without a switch: always on. */
  quiet?: boolean;
};

/** Reloads the page's content when there is news, unless it is switched off. */
export function LiveLog({ business, endpointId, filter, version, quiet = false }: LiveLogProps) {
  const t = useTranslations("webhooks.log");
  const router = useRouter();
  const [isOn, setOn] = useState(true);
  const { data } = useQuery({
    ...logVersionQuery(business, endpointId, filter),
    initialData: version,
    enabled: isOn,
  });
  // The page's version can be newer than the polled one, which is no news.
  const lastVersion = useRef(version);

  useEffect(() => {
    if (!isOn || data === version || data === lastVersion.current) return;
    lastVersion.current = data;
    router.refresh();
  }, [isOn, data, version, router]);

  if (quiet) return null;
  return <Switch label={t("live")} checked={isOn} onChange={({ target }) => setOn(target.checked)} />;
}
