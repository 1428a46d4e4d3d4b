import {
  ArrowLeftRight,
  HandCoins,
  LayoutDashboard,
  type LucideIcon,
  MessageCircleQuestion,
  ScrollText,
  Siren,
  Undo2,
  Users,
} from "lucide-react";
import type { Route } from "next";

type OperatorPage = {
  href: Route;
  /** Its name in the messages, under `operator.nav`. */
  word: "today" | "transfers" | "claims" | "refunds" | "receivables" | "incidents" | "staff" | "audit";
  Icon: LucideIcon;
};

/** The pages of the operator's desk, in the sidebar's order. */
export const operatorPages: readonly OperatorPage[] = [
  { href: "/operator", word: "today", Icon: LayoutDashboard },
  { href: "/operator/transfers", word: "transfers", Icon: ArrowLeftRight },
  { href: "/operator/claims", word: "claims", Icon: MessageCircleQuestion },
  { href: "/operator/refunds", word: "refunds", Icon: Undo2 },
  { href: "/operator/receivables", word: "receivables", Icon: HandCoins },
  { href: "/operator/incidents", word: "incidents", Icon: Siren },
  { href: "/operator/staff", word: "staff", Icon: Users },
  { href: "/operator/audit", word: "audit", Icon: ScrollText },
];
