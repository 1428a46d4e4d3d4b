import { useTranslations } from "next-intl";
import { Checklist } from "@/components/ui/fields/choice-cards";
import type { Role } from "@/lib/access/principals/roles";
import { beyond, type Made } from "@/lib/businesses/leaving/choices";
import type { ActionState } from "@/lib/platform/form";

type MadeChecklistProps = {
  made?: Made;
  /** The role of the person who chooses. */
  role: Role;
  /** The business's name, where the same form asks for several businesses. */
  business?: string;
  state: ActionState<unknown>;
};

/** What a person made that works without them, with boxes to end it. Shows nothing if there is nothing. */
export function MadeChecklist({ made = { keys: [], endpoints: [] }, role, business, state }: MadeChecklistProps) {
  const t = useTranslations("leaving");
  const kept = beyond(role, made);
  const choices = [
    ...made.keys.map((key) => ({
      value: key.id,
      label: key.name,
      hint: t(key.oldOf ? "oldKey" : "key", { hint: key.hint }),
      disabled: kept.keys.includes(key),
    })),
    ...made.endpoints.map((endpoint) => ({
      value: endpoint.id,
      label: endpoint.host,
      hint: t("endpoint"),
      disabled: kept.endpoints.includes(endpoint),
    })),
  ];
  if (choices.length === 0) return null;
  const isOffered = choices.some(({ disabled }) => !disabled);
  const legend = t(isOffered ? "ends" : "kept");
  return (
    <Checklist legend={business ? `${business}: ${legend}` : legend} name="ends" choices={choices} state={state} />
  );
}
