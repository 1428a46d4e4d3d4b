import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class";

type InputProps = Omit<ComponentProps<"input">, "className"> & { mono?: boolean };

export function Input({ mono = false, ...rest }: InputProps) {
  return <input {...rest} className={clsx(controlClass, "h-9 pointer-coarse:h-11", mono && "font-mono")} />;
}
