import { type KeyMode, secretPrefixes } from "@/lib/keys/choices";

/** The part of a key that can be shown: its prefix and its last four characters, unless those are unknown. */
export function KeyName({ hint, mode }: { hint: string | null; mode: KeyMode }) {
  return (
    <code className="whitespace-nowrap font-mono text-sm">
      {secretPrefixes[mode]}…{hint}
    </code>
  );
}
