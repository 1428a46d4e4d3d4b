import { secretPrefix } from "@/lib/keys/schema";

/** What may be shown of a key: how it begins, and its last four characters. */
export function KeyName({ hint }: { hint: string }) {
  return (
    <code className="whitespace-nowrap font-mono text-sm">
      {secretPrefix}…{hint}
    </code>
  );
}
