import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/text/badge";
import type { KeyFlag } from "@/lib/keys/flags";

/** Why an active key should be rotated, as badges. */
export function KeyFlags({ flags }: { flags: readonly KeyFlag[] }) {
  const t = useTranslations("keys.flags");
  return flags.map((flag) => (
    <Badge key={flag} kind="warning">
      {t(flag)}
    </Badge>
  ));
}
