import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Tooltip, type TooltipSide } from "@/components/ui/dialogs/tooltip";

type IconButtonProps = Omit<ComponentProps<"button">, "className" | "children"> & {
  label: string;
  icon: ReactNode;
  side?: TooltipSide;
  /** Filled: the main control of a player. */
  strong?: boolean;
};

/** A common action in a row of icons; its label is the tooltip and the accessible name. */
export function IconButton({ label, icon, side, strong = false, type = "button", ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} side={side}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={clsx(
          "inline-flex size-9 shrink-0 items-center justify-center rounded-control transition-colors [&_svg]:size-4",
          "pointer-coarse:size-11 disabled:opacity-50",
          strong ? "bg-ink text-ground hover:opacity-85" : "text-muted hover:bg-hover hover:text-ink",
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
