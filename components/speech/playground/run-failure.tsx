"use client";

import type { Route } from "next";
import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Notice } from "@/components/ui/feedback/notice";
import { Link } from "@/components/ui/text/link";
import { tracePath } from "@/lib/speech/trace/path";
import { PricesLink } from "./prices-link";
import type { Failure } from "./runs";

type RunFailureProps = {
  failure: Failure;
  /** What the page still has. */
  kept: string;
};

export function RunFailure({ failure: { code, message, requestId }, kept }: RunFailureProps) {
  const t = useTranslations("playground.failure");
  const words = useTranslations("ui");
  const { business } = useParams<{ business: string }>();
  const isPoor = code === "INSUFFICIENT_CREDIT";
  const isCapped = code === "SPEND_CAP_REACHED";
  const isChanged = code === "PRICE_CHANGED";
  const own = isPoor ? t("noCredit") : isCapped ? t("capReached") : isChanged ? t("priceChanged") : undefined;

  return (
    <Notice kind="danger">
      <p className="font-medium wrap-anywhere">{own ?? message ?? t("unreachable")}</p>
      <p>{kept}</p>
      {isPoor && (
        <Link href={`/console/${business}/billing` as Route} className="underline underline-offset-2">
          {t("topUp")}
        </Link>
      )}
      {isChanged && <PricesLink />}
      {requestId && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          {words("requestId")}
          <Link href={tracePath(business, requestId)} className="break-all font-mono underline underline-offset-2">
            {requestId}
          </Link>
          <CopyButton text={requestId} />
        </p>
      )}
    </Notice>
  );
}
