import { secretPrefix } from "@/lib/keys/choices";

/** The part of a key that can be shown: its prefix and its last four characters. */
export function KeyName({ hint }: { hint: string }) {
  return (
    <code className="whitespace-nowrap font-mono text-sm">
      {secretPrefix}…{hint}
    </code>
  );
}
