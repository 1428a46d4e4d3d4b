"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { useCodeLanguage } from "./use-code-language";

export type CodeTab = { id: string; name: string; code: string };

/** One program in several languages; the reader's choice holds for all code of the site. */
export function CodeTabs({ label, tabs }: { label: string; tabs: readonly [CodeTab, ...CodeTab[]] }) {
  const t = useTranslations("ui.code");
  const group = useId();
  const [chosen, choose] = useCodeLanguage();
  const shown = tabs.find(({ id }) => id === chosen) ?? tabs[0];

  return (
    <figure className="min-w-0 overflow-hidden rounded-control border border-line bg-sunken text-left">
      <figcaption className="flex items-center gap-2 border-line border-b py-0.5 pr-1 pl-1">
        <span className="sr-only">{label}</span>
        <fieldset aria-label={t("language")} className="flex min-w-0 flex-1 overflow-x-auto">
          {tabs.map(({ id, name }) => (
            <label
              key={id}
              className="relative flex h-9 shrink-0 cursor-pointer items-center rounded-small px-2 text-muted text-sm transition-colors hover:text-ink has-checked:font-medium has-checked:text-ink has-checked:underline has-checked:decoration-2 has-checked:underline-offset-8 has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:-outline-offset-2 pointer-coarse:h-11"
            >
              <input
                type="radio"
                name={group}
                value={id}
                checked={id === shown.id}
                onChange={() => choose(id)}
                className="sr-only"
              />
              {name}
            </label>
          ))}
        </fieldset>
        <CopyButton text={shown.code} what={label} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="max-h-96 overflow-auto p-3 font-mono text-sm leading-relaxed">
        <code>{shown.code}</code>
      </pre>
    </figure>
  );
}
