import { clsx } from "clsx";

/** A placeholder. Give it the size of the content: `h-9 w-40`. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={clsx("block animate-pulse rounded-small bg-hover", className)} />;
}
