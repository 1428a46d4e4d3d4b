"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";

/** The next step is enabled once the reader confirms that the codes are saved. */
export function AcknowledgeSaved({ onSaved }: { onSaved: () => void }) {
  const t = useTranslations("twoFactor.recovery");
  const [isSaved, setSaved] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <label className="flex items-center gap-2.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={isSaved}
          onChange={({ target }) => setSaved(target.checked)}
          className="size-4 accent-ink"
        />
        {t("saved")}
      </label>
      <Button variant="primary" disabled={!isSaved} onClick={onSaved}>
        {t("done")}
      </Button>
    </div>
  );
}
