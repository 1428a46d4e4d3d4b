import { clsx } from "clsx";
import type { ReactNode } from "react";

export type CardProps = {
  title?: string;
  action?: ReactNode;
  /** Without it the content reaches the border. */
  padded?: boolean;
  children: ReactNode;
};

export function Card({ title, action, padded = true, children }: CardProps) {
  return (
    <section className={clsx("min-w-0 rounded-card border border-line bg-raised", !padded && "overflow-clip")}>
      {(title || action) && (
        <header className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-4 py-3">
          {title && <h2 className="font-semibold">{title}</h2>}
          {action}
        </header>
      )}
      <div className={clsx(padded && "p-4")}>{children}</div>
    </section>
  );
}
