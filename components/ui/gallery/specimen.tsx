import type { ReactNode } from "react";

/** A row of the gallery: one component in one state, or a few that belong together. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 py-3 not-last:border-line not-last:border-b">
      <h3 className="text-muted text-sm">{name}</h3>
      <div className="grid min-w-0 gap-3">{children}</div>
    </div>
  );
}

export function SpecimenRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
