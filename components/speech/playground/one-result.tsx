"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { EngineNote } from "./engine-note";
import { ResultFacts } from "./result-facts";
import type { Take } from "./runs";
import { TakeLinks } from "./take-links";
import { TakeSound } from "./take-sound";

type OneResultProps = { take: Take; isFresh: boolean; business: string; onRunAgain: () => void };

export function OneResult({ take, isFresh, business, onRunAgain }: OneResultProps) {
  const t = useTranslations("playground.result");
  const speech = take.speech ?? null;
  return (
    <>
      <div className="grid min-h-16 items-center">
        <TakeSound speech={speech} title={t("sound")} autoPlay={isFresh} />
      </div>
      <div className="flex flex-wrap gap-2">
        <TakeLinks speech={speech} business={business} />
        <Button size="small" icon={<RotateCw />} pending={!speech} onClick={onRunAgain}>
          {t("runAgain")}
        </Button>
      </div>
      <ResultFacts speech={speech} />
      <EngineNote modelId={take.request.modelId} />
    </>
  );
}
