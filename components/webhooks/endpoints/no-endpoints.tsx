import { Webhook } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";

/** How to receive the first event. `mayCreate`: the button that creates a webhook is in the page's header. */
export function NoEndpoints({ mayCreate }: { mayCreate: boolean }) {
  const t = useTranslations("webhooks.empty");
  return (
    <EmptyState
      Icon={Webhook}
      title={t("title")}
      action={
        <div className="grid w-full justify-items-center gap-6">
          <ol className="grid w-full gap-3 text-left">
            {(["receive", "add", "test"] as const).map((step, index) => (
              <li key={step} className="flex gap-3 rounded-card border border-line bg-raised p-4">
                <span
                  aria-hidden
                  className="flex size-6 shrink-0 items-center justify-center rounded-full bg-sunken font-medium text-sm tabular-nums"
                >
                  {index + 1}
                </span>
                <div className="grid min-w-0 gap-0.5">
                  <h3 className="font-medium">{t(`steps.${step}.title`)}</h3>
                  <p className="text-muted">{t(`steps.${step}.lead`)}</p>
                </div>
              </li>
            ))}
          </ol>
          <ButtonLink href={"/docs/webhooks" as Route}>{t("docs")}</ButtonLink>
        </div>
      }
    >
      <p>{t("lead")}</p>
      {!mayCreate && <p>{t("reader")}</p>}
    </EmptyState>
  );
}
