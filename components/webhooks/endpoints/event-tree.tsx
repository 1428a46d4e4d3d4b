import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { FieldError } from "@/components/ui/fields/field";
import { eventTypesByGroup, expandTypes, patternsOf } from "@/lib/access/events/schema";
import type { ActionState } from "@/lib/platform/form";

type EventTreeProps = { name: string; defaultValues: readonly string[]; state: ActionState<unknown> };

/** The types of events to receive, in groups that fold. What a ticked pattern includes is ticked, and is not sent. */
export function EventTree({ name, defaultValues, state }: EventTreeProps) {
  const t = useTranslations("webhooks");
  const id = useId();
  const { fieldset, ticked, round, hasScript, change } = useTicked(name, defaultValues, state);
  const error = state.status === "refused" ? state.fields[name] : undefined;
  const received: readonly string[] = expandTypes([...ticked]);
  const included: readonly string[] = expandTypes([...ticked].filter((value) => value.endsWith("*")));

  const choice = (value: string, hint?: string, describedBy?: string) => {
    // Without scripts a disabled box could never be enabled again.
    const isIncluded = hasScript && value !== "*" && (ticked.has("*") || included.includes(value));
    return (
      <label
        key={value}
        className="flex cursor-pointer items-start gap-2.5 py-0.5 has-disabled:cursor-not-allowed has-disabled:opacity-60 pointer-coarse:py-3"
      >
        <input
          key={round}
          type="checkbox"
          name={`${name}[]`}
          value={value}
          checked={isIncluded || ticked.has(value)}
          disabled={isIncluded}
          onChange={({ target }) => change([value], target.checked)}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          className={boxClass}
        />
        <span className="min-w-0">
          <span className="font-medium">{value}</span> {hint && <span className="text-muted text-sm">{hint}</span>}
        </span>
      </label>
    );
  };

  return (
    <fieldset ref={fieldset} className="grid min-w-0 gap-2" aria-describedby={error && `${id}-error`}>
      <legend className="mb-1.5 font-medium">{t("form.events")}</legend>
      <div className="rounded-card border border-line bg-raised">
        <div className="border-line border-b px-3 py-1">{choice("*", t("form.allEvents"))}</div>
        <div className="grid items-start py-1 lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr]">
          {eventTypesByGroup.map(({ group, types }) => {
            const heading = t(`eventGroups.${group}`);
            const patterns = patternsOf(types);
            const count = types.filter((type) => received.includes(type)).length;
            const isFull = count === types.length;
            return (
              <EventGroup
                key={group}
                heading={heading}
                count={t("form.eventsChosen", { count, all: types.length })}
                isOpenAtFirst={count > 0 && !isFull}
                box={
                  <input
                    key={round}
                    ref={(input) => {
                      if (input) input.indeterminate = count > 0 && !isFull;
                    }}
                    type="checkbox"
                    checked={isFull}
                    disabled={ticked.has("*")}
                    onChange={() => change(isFull ? [...types, ...patterns] : types, !isFull)}
                    aria-label={t("form.eventsOf", { group: heading })}
                    className={`${boxClass} noscript:invisible`}
                  />
                }
              >
                {types.map((type) => choice(type, t(`eventHints.${type}`)))}
                <div className="flex flex-wrap gap-x-4">
                  <span id={`${id}-${group}`} className="py-1 text-muted text-sm">
                    {t("form.eventsLike")}
                  </span>
                  {patterns.map((pattern) => choice(pattern, undefined, `${id}-${group}`))}
                </div>
              </EventGroup>
            );
          })}
        </div>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

const boxClass = "mt-[3px] size-4 shrink-0 accent-ink";

type EventGroupProps = {
  heading: string;
  count: string;
  /** Some of it is chosen, which a folded group does not show. */
  isOpenAtFirst: boolean;
  /** Chooses all or none. Beside the summary, since a control may not contain another. */
  box: ReactNode;
  children: ReactNode;
};

function EventGroup({ heading, count, isOpenAtFirst, box, children }: EventGroupProps) {
  const [wasOpen] = useState(isOpenAtFirst);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group inside the fieldset
    <div role="group" aria-label={heading} className="flex gap-2.5 px-3 lg:first:row-span-3">
      <span className="flex h-8 items-start pt-[5px] pointer-coarse:h-11 pointer-coarse:pt-3">{box}</span>
      <details open={wasOpen} className="min-w-0 flex-1">
        <summary className="flex h-8 cursor-pointer items-center gap-2 rounded-control pointer-coarse:h-11">
          <span className="font-medium">{heading}</span>
          <span className="text-muted text-sm tabular-nums">{count}</span>
        </summary>
        <div className="grid pb-1">{children}</div>
      </details>
    </div>
  );
}

/**
 * The values that are ticked. An action's response can bring others, and resets the form: `round` then changes, so that
 * boxes with it as their key are mounted again. `hasScript` is false until they react.
 */
function useTicked(name: string, defaultValues: readonly string[], state: ActionState<unknown>) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const [hasScript, setHasScript] = useState(false);
  const typed = state.status === "refused" ? [state.values[name] ?? []].flat() : undefined;
  const [shown, setShown] = useState({
    state,
    round: 0,
    ticked: new Set(typed ?? defaultValues) as ReadonlySet<string>,
  });
  if (shown.state !== state) {
    setShown({ state, round: shown.round + 1, ticked: typed ? new Set(typed) : shown.ticked });
  }
  const change = (values: readonly string[], isTicked: boolean) =>
    setShown((before) => {
      const others = [...before.ticked].filter((value) => !values.includes(value));
      return { ...before, ticked: new Set(isTicked ? [...others, ...values] : others) };
    });

  useEffect(() => {
    // Boxes may have been ticked before the script was there.
    const boxes = fieldset.current?.querySelectorAll<HTMLInputElement>("input[name]:checked") ?? [];
    const values = new Set([...boxes].map(({ value }) => value));
    setShown((before) => ({ ...before, ticked: values }));
    setHasScript(true);
  }, []);

  return { fieldset, ticked: shown.ticked, round: shown.round, hasScript, change };
}
