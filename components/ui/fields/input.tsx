import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class";

type InputProps = Omit<ComponentProps<"input">, "className"> & {
  mono?: boolean /** With room for an icon before the text. */;
  indented?: boolean;
};

export function Input({ mono = false, indented = false, ...rest }: InputProps) {
  return (
    <input
      {...rest}
      className={clsx(controlClass, "h-9 pointer-coarse:h-11", mono && "font-mono", indented && "pl-9")}
    />
  );
}
