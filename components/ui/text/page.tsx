import type { ReactNode } from "react";

type PageProps = {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  back?: ReactNode;
  children: ReactNode;
};

/** The frame of every console page: title, description, one main action, then the content. */
export function Page({ title, lead, action, back, children }: PageProps) {
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-6 px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid max-w-text min-w-0 gap-1">
          {back && <p className="text-muted text-sm">{back}</p>}
          <h1 className="font-semibold text-2xl wrap-anywhere">{title}</h1>
          {lead && <p className="text-muted text-pretty">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}
