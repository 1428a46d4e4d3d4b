"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Money } from "@/components/ui/text/money";
import { isPending, isRunning, type Run } from "./runs";
import { TakeLinks } from "./take-links";
import { TakeSound } from "./take-sound";

type PartsResultProps = { run: Run; business: string; onGoOn: () => void };

/** The parts of a long text, in their order; each can be played as soon as it is there. */
export function PartsResult({ run, business, onGoOn }: PartsResultProps) {
  const t = useTranslations("playground.parts");
  const done = run.takes.filter(({ speech }) => speech);
  const sum = done.reduce((total, { speech }) => total + (speech?.chargeMilli ?? 0n), 0n);
  const isStopped = run.takes.some(({ failure }) => failure) && !isRunning(run);
  const words = t("progress", { done: done.length, count: run.takes.length });
  // What comes after the part that is generated now only has its text.
  const begun = run.takes.findIndex((take) => isPending(take));

  return (
    <>
      <div className="grid gap-1.5">
        <progress
          className="h-2 w-full overflow-clip rounded-full accent-ink"
          aria-label={words}
          max={run.takes.length}
          value={done.length}
        />
        <p className="flex flex-wrap justify-between gap-x-4 text-muted text-sm tabular-nums">
          <span>{words}</span>
          <Money amountMilli={sum} />
        </p>
      </div>
      {isStopped && (
        <Button icon={<RotateCw />} onClick={onGoOn}>
          {t("goOn", { count: run.takes.length - done.length })}
        </Button>
      )}
      <ol className="grid max-h-120 gap-3 overflow-y-auto">
        {run.takes.map(({ id, request, speech = null }, index) => (
          <li key={id} className="grid min-w-0 gap-2 border-line border-t pt-3 first:border-t-0 first:pt-0">
            <p lang="vi" className="truncate text-muted text-sm">
              {index + 1}. {request.text}
            </p>
            {(speech || index === begun) && (
              <TakeSound compact speech={speech} title={t("sound", { number: index + 1 })} />
            )}
            {speech && (
              <div className="flex flex-wrap gap-2">
                <TakeLinks speech={speech} business={business} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
