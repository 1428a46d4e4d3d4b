import type { Route } from "next";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "@/components/ui/text/link";
import { type ButtonLook, buttonClass } from "./button";

// Not beside Button: a page of errors, which every page loads, needs no links of Next.

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, "className" | "href"> &
  ButtonLook & { href: Route; icon?: ReactNode };

export function ButtonLink({ variant, size, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size })}>
      {icon}
      {children}
    </Link>
  );
}
