import { clsx } from "clsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "small" | "medium";

export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize };

const variants: Record<ButtonVariant, string> = {
  primary:
    "bg-accent-fill text-on-fill hover:bg-accent-fill-hover disabled:bg-hover disabled:text-muted disabled:opacity-100",
  secondary: "border border-line bg-raised text-ink hover:bg-hover",
  ghost: "text-ink hover:bg-hover",
  danger: "bg-danger-fill text-on-fill hover:bg-danger-fill-hover",
};

const sizes: Record<ButtonSize, string> = {
  small: "h-8 gap-1.5 px-3 text-sm",
  medium: "h-9 gap-2 px-4",
};

/** The look of a button, also for a link. One primary button per page. */
export function buttonClass({ variant = "secondary", size = "medium" }: ButtonLook): string {
  return clsx(
    "relative inline-flex shrink-0 items-center justify-center rounded-control font-medium whitespace-nowrap",
    "transition-colors pointer-coarse:min-h-11 disabled:opacity-50 aria-disabled:opacity-70 [&_svg]:size-4",
    variants[variant],
    sizes[size],
  );
}
