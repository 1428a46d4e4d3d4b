"use client";

import { useTranslations } from "next-intl";
import { Kbd } from "@/components/ui/text/kbd";

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

export function ShortcutSheet() {
  const t = useTranslations("shell.shortcuts");
  const command = isApple() ? "⌘" : "Ctrl";
  const groups = [
    {
      name: "everywhere",
      keys: [
        ["palette", [command, "K"]],
        ["search", ["/"]],
        ["sheet", ["?"]],
      ],
    },
    {
      name: "history",
      keys: [
        ["move", ["j", "k"]],
        ["open", ["Enter"]],
        ["select", ["x"]],
        ["close", ["Esc"]],
      ],
    },
    { name: "playground", keys: [["run", [command, "Enter"]]] },
  ] as const;
  return (
    <div className="grid gap-5">
      {groups.map(({ name, keys }) => (
        <section key={name} aria-labelledby={`shortcuts-${name}`} className="grid gap-1">
          <h3 id={`shortcuts-${name}`} className="font-medium text-muted text-sm">
            {t(`groups.${name}`)}
          </h3>
          <dl className="grid divide-y divide-line">
            {keys.map(([word, pressed]) => (
              <div key={word} className="flex min-h-9 items-center justify-between gap-4">
                <dt>{t(word)}</dt>
                <dd className="flex gap-1">
                  {pressed.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
