import { CopyButton } from "@/components/ui/buttons/copy-button";

/** An id that can be copied. `what` names it for screen readers. */
export function IdLine({ id, what }: { id: string; what?: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 break-all font-mono text-sm">{id}</code>
      <CopyButton text={id} what={what} />
    </span>
  );
}
