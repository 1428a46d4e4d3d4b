"use client";

import { Square } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { formatVnd } from "@/lib/platform/i18n/format";
import { madeOf, type Run } from "./use-runs";

type StopButtonProps = {
  run: Run;
  onStop: () => void;
};

/** Stops a run, and says about how much what is made by now costs. */
export function StopButton({ run, onStop }: StopButtonProps) {
  const t = useTranslations("playground");
  const locale = useLocale();
  const [share, setShare] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setShare(madeOf(run)), 250);
    return () => clearInterval(timer);
  }, [run]);
  const most = formatVnd(BigInt(run.mostMilli), locale);
  // In whole đồng: it is an estimate.
  const price = formatVnd(BigInt(Math.round((Number(run.mostMilli) * share) / 1000) * 1000), locale);
  return (
    <Button icon={<Square className="fill-current" />} pending={run.isStopped} onClick={onStop}>
      <span>
        {t.rich("stop", {
          price: () => (
            // As wide as it can become, so that the button keeps its place.
            <span className="inline-block text-start tabular-nums" style={{ minWidth: `${most.length}ch` }}>
              {price}
            </span>
          ),
        })}
      </span>
    </Button>
  );
}
