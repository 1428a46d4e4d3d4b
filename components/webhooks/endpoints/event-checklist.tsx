import { useTranslations } from "next-intl";
import { useId } from "react";
import { ChoiceCard } from "@/components/ui/fields/choice-cards";
import { FieldError } from "@/components/ui/fields/field";
import { eventTypesByGroup, patternsOf } from "@/lib/access/events/schema";
import type { ActionState } from "@/lib/platform/form";

type EventChecklistProps = { name: string; defaultValues: readonly string[]; state: ActionState<unknown> };

/** The types of events to receive, by what they are about. */
export function EventChecklist({ name, defaultValues, state }: EventChecklistProps) {
  const t = useTranslations("webhooks");
  const id = useId();
  const refused = state.status === "refused" ? state : undefined;
  const ticked = refused ? [refused.values[name] ?? []].flat() : defaultValues;
  const error = refused?.fields[name];
  const choice = (value: string, hint: string) => (
    <ChoiceCard
      key={`${value}:${ticked.includes(value)}`}
      type="checkbox"
      name={`${name}[]`}
      value={value}
      label={value}
      hint={hint}
      defaultChecked={ticked.includes(value)}
      aria-invalid={error ? true : undefined}
    />
  );
  return (
    <fieldset className="grid gap-4" aria-describedby={error && id}>
      <legend className="mb-1.5 font-medium">{t("form.events")}</legend>
      {choice("*", t("form.allEvents"))}
      {eventTypesByGroup.map(({ group, types }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group inside the fieldset
        <div key={group} role="group" aria-label={t(`eventGroups.${group}`)} className="grid gap-2">
          <p className="text-muted text-sm">{t(`eventGroups.${group}`)}</p>
          <div className="grid gap-2 sm:grid-cols-2">
            {patternsOf(types).map((pattern) => choice(pattern, t("form.eventsLike", { pattern })))}
            {types.map((type) => choice(type, t(`eventHints.${type}`)))}
          </div>
        </div>
      ))}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
