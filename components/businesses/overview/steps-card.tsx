import { clsx } from "clsx";
import { CircleCheck, CircleDashed } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import type { Step } from "@/lib/businesses/overview/find-steps";

const places = { speech: "playground", key: "keys", call: null, credit: "billing" } as const;

/** The first steps, each checked once it is done. */
export function StepsCard({ business, steps }: { business: string; steps: readonly Step[] }) {
  const t = useTranslations("overview.steps");
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title={t("title")}
      action={<span className="text-muted text-sm">{t("done", { done, all: steps.length })}</span>}
    >
      <ol className="grid gap-4 sm:grid-cols-2">
        {steps.map(({ name, isDone }) => {
          const place = places[name];
          const Icon = isDone ? CircleCheck : CircleDashed;
          return (
            <li key={name} className="flex min-w-0 gap-2.5">
              <Icon aria-hidden className={clsx("mt-0.5 size-4.5 shrink-0", isDone ? "text-jade" : "text-muted")} />
              <div className="min-w-0">
                {isDone ? (
                  <p className="text-muted">
                    {t(`${name}.title`)} <span className="sr-only">{t("isDone")}</span>
                  </p>
                ) : (
                  <p className="font-medium">
                    <Link href={(place ? `/console/${business}/${place}` : "/docs") as Route}>
                      {t(`${name}.title`)}
                    </Link>
                  </p>
                )}
                {!isDone && <p className="text-muted text-sm">{t(`${name}.lead`)}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
