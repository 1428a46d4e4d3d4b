import { LayoutDashboard, type LucideIcon, ScrollText, Users } from "lucide-react";
import type { Route } from "next";

type OperatorPage = {
  href: Route;
  /** Its name in the messages, under `operator.nav`. */
  word: "today" | "staff" | "audit";
  Icon: LucideIcon;
};

/** The pages of the operator's desk, in the sidebar's order. */
export const operatorPages: readonly OperatorPage[] = [
  { href: "/operator", word: "today", Icon: LayoutDashboard },
  { href: "/operator/staff", word: "staff", Icon: Users },
  { href: "/operator/audit", word: "audit", Icon: ScrollText },
];
