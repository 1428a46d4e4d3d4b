"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/buttons/button";

/** More characters than these need more than six lines of the panel, so that nothing has to be measured. */
const mostLetters = 360;
const mostLines = 6;

/** A text of which six lines are shown until its reader wants all. Render it with a key: another text begins folded. */
export function ClampedText({ text }: { text: string }) {
  const t = useTranslations("history");
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > mostLetters || text.split("\n").length > mostLines;
  return (
    <div className="grid justify-items-start gap-2">
      <p id={id} className={clsx("max-w-text whitespace-pre-wrap wrap-anywhere", isLong && !isWhole && "line-clamp-6")}>
        {text}
      </p>
      {isLong && (
        <Button size="small" aria-expanded={isWhole} aria-controls={id} onClick={() => setIsWhole(!isWhole)}>
          {t(isWhole ? "showLess" : "showAll")}
        </Button>
      )}
    </div>
  );
}
