"use client";

import { Download, Printer } from "lucide-react";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button, buttonClass } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { clock } from "@/lib/platform/clock";
import { formatTime } from "@/lib/platform/i18n/format";
import { useGoOn } from "./use-go-on";

type NewRecoveryCodesProps = {
  codes: readonly string[];
  account: string;
  onSaved: () => void;
};

// The clicked button is gone, so the focus moves to the codes.
const focus = (panel: HTMLElement | null) => panel?.focus();

/** A new set, shown only now: it stays until the reader confirms that it is saved. */
export function NewRecoveryCodes({ codes, account, onSaved }: NewRecoveryCodesProps) {
  const t = useTranslations("twoFactor.recovery");
  useGoOn();
  const id = useId();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const [madeAt] = useState(clock.now);
  const head = t("fileHead", { email: account, time: formatTime(madeAt, locale, timeZone) });
  const file = `${head}\n\n${codes.join("\n")}\n`;

  return (
    <section ref={focus} tabIndex={-1} aria-labelledby={id} className="grid max-w-form gap-4 outline-none">
      <div className="grid gap-1">
        <h3 id={id} className="font-medium">
          {t("newTitle")}
        </h3>
        <p className="text-muted">{t("newLead")}</p>
      </div>
      <div className="print-alone grid gap-3">
        <p className="hidden print:block">{head}</p>
        <ul
          aria-label={t("list")}
          className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-6 gap-y-1 rounded-control border border-line bg-sunken p-4 font-mono"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <a
          download={t("fileName")}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          className={buttonClass({ size: "small" })}
        >
          <Download aria-hidden />
          {t("download")}
        </a>
        <Button size="small" icon={<Printer aria-hidden />} onClick={() => window.print()}>
          {t("print")}
        </Button>
        <CopyButton text={codes.join("\n")} label={t("copy")} />
      </div>
      <AcknowledgeSaved onSaved={onSaved} />
    </section>
  );
}

/** The next step is enabled once the reader confirms that the codes are saved. */
function AcknowledgeSaved({ onSaved }: { onSaved: () => void }) {
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
