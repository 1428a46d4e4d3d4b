import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { KeyFlag } from "@/lib/keys/flags";

/** Why a key that works should be rotated, in a word each. */
export function KeyFlags({ flags }: { flags: readonly KeyFlag[] }) {
  const t = useTranslations("keys.flags");
  return flags.map((flag) => (
    <Badge key={flag} kind="warning">
      {t(flag)}
    </Badge>
  ));
}
