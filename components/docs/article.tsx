import type { ReactNode } from "react";

type ArticleProps = {
  title: string;
  lead: string;
  /** A link to the page above this one. */
  above?: ReactNode;
  children: ReactNode;
};

/** A page of the documentation below its title. */
export function Article({ title, lead, above, children }: ArticleProps) {
  return (
    <div className="grid min-w-0 gap-8">
      <header className="grid gap-2">
        {above && <p className="*:underline">{above}</p>}
        <h1 className="font-semibold text-2xl">{title}</h1>
        <p className="max-w-text text-muted">{lead}</p>
      </header>
      {children}
    </div>
  );
}
