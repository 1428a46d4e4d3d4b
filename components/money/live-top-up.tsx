"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { type TopUpProgress, topUpQuery } from "@/lib/money/top-ups/queries";
import { balanceQuery } from "@/lib/money/wallet/queries";

type LiveTopUpProps = TopUpProgress & { business: string; id: string; children: ReactNode };

/** A top-up's status; the page shows news from the bank without a reload. */
export function LiveTopUp({ business, id, status, receivedVnd, children }: LiveTopUpProps) {
  const router = useRouter();
  const client = useQueryClient();
  const { data } = useQuery({ ...topUpQuery(business, id), initialData: { status, receivedVnd } });
  const isNews = data.status !== status || data.receivedVnd !== receivedVnd;

  useEffect(() => {
    if (!isNews) return;
    router.refresh();
    void client.invalidateQueries(balanceQuery(business));
  }, [isNews, router, client, business]);

  return <div role="status">{children}</div>;
}
