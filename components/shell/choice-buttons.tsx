import { clsx } from "clsx";

type ChoiceButtonsProps = {
  label: string;
  name: string;
  current: string;
  choices: readonly { value: string; label: string; lang?: string }[];
  action: (form: FormData) => Promise<void>;
};

/** A preference of a few choices that applies when clicked, also before scripts load. */
export function ChoiceButtons({ label, name, current, choices, action }: ChoiceButtonsProps) {
  return (
    <form action={action}>
      <fieldset className="inline-flex gap-0.5">
        <legend className="sr-only">{label}</legend>
        {choices.map(({ value, label, lang }) => (
          <button
            key={value}
            type="submit"
            lang={lang}
            name={name}
            value={value}
            aria-pressed={value === current}
            className={clsx(
              "h-8 rounded-small px-2 text-sm transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11",
              value === current
                ? "font-medium text-ink underline decoration-2 decoration-ink underline-offset-6"
                : "text-muted",
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
