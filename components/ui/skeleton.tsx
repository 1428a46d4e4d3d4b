import { clsx } from "clsx";

/** Stands where something will be. Give it the size of what it stands for: `h-9 w-40`. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={clsx("block animate-pulse rounded-small bg-hover", className)} />;
}
