import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class";

type TextareaProps = Omit<ComponentProps<"textarea">, "className"> & { large?: boolean };

/** `large` is for a main text, such as the one to be spoken. */
export function Textarea({ large = false, rows = 4, ...rest }: TextareaProps) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={clsx(
        controlClass,
        "resize-y py-2",
        large && "field-sizing-content max-h-96 min-h-24 text-xl pointer-coarse:text-xl",
      )}
    />
  );
}
