import { X } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { ButtonLink } from "@/components/ui/buttons/button-link";

type JobFrameProps = { title: string; lead?: ReactNode; closed: Route; children: ReactNode };

/** The panel of the open job: beside the list where there is room, instead of it otherwise. */
export function JobFrame({ title, lead, closed, children }: JobFrameProps) {
  const t = useTranslations("history");
  const id = useId();
  return (
    <aside
      id="job"
      tabIndex={-1}
      aria-labelledby={id}
      className="min-w-0 scroll-mt-18 rounded-card border border-line bg-raised outline-none xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:overflow-y-auto"
    >
      <header className="flex items-center justify-between gap-4 border-line border-b py-3 pr-2 pl-4">
        <div className="grid min-w-0 gap-0.5">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {lead && <p className="text-muted text-sm">{lead}</p>}
        </div>
        <ButtonLink href={closed} scroll={false} variant="ghost" size="small" icon={<X aria-hidden />}>
          {t("close")}
        </ButtonLink>
      </header>
      <div className="grid gap-6 p-4">{children}</div>
    </aside>
  );
}
