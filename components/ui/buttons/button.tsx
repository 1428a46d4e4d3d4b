import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "@/components/ui/feedback/spinner";
import { type ButtonLook, buttonClass } from "./button-class";

type ButtonProps = Omit<ComponentProps<"button">, "className"> &
  ButtonLook & {
    icon?: ReactNode /** Keeps its size and its place in the tab order while it works. */;
    pending?: boolean;
  };

/** A button that acts. For a link, see ButtonLink; inside a form, SubmitButton. */
export function Button({ variant, size, icon, pending = false, children, type = "button", ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} className={buttonClass({ variant, size })} aria-disabled={pending || undefined}>
      {pending && <Spinner className="absolute" />}
      <span className={clsx("inline-flex items-center gap-[inherit]", pending && "opacity-0")}>
        {icon}
        {children}
      </span>
    </button>
  );
}
