import {
  ArrowLeftRight,
  AudioLines,
  BookOpen,
  Building2,
  HandCoins,
  Inbox,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  MessageCircleQuestion,
  Scale,
  ScrollText,
  Siren,
  Tag,
  Undo2,
  UserCheck,
  Users,
  Workflow,
} from "lucide-react";
import type { Route } from "next";

type OperatorPage = {
  href: Route;
  /** Its name in the messages, under `operator.nav`. */
  word:
    | "today"
    | "businesses"
    | "transfers"
    | "claims"
    | "refunds"
    | "receivables"
    | "incidents"
    | "adjustments"
    | "approvals"
    | "prices"
    | "setup"
    | "engines"
    | "work"
    | "books"
    | "notifications"
    | "staff"
    | "audit";
  Icon: LucideIcon;
};

export const operatorPages: readonly OperatorPage[] = [
  { href: "/operator", word: "today", Icon: LayoutDashboard },
  { href: "/operator/businesses", word: "businesses", Icon: Building2 },
  { href: "/operator/transfers", word: "transfers", Icon: ArrowLeftRight },
  { href: "/operator/claims", word: "claims", Icon: MessageCircleQuestion },
  { href: "/operator/refunds", word: "refunds", Icon: Undo2 },
  { href: "/operator/receivables", word: "receivables", Icon: HandCoins },
  { href: "/operator/books", word: "books", Icon: BookOpen },
  { href: "/operator/notifications", word: "notifications", Icon: Inbox },
  { href: "/operator/engines", word: "engines", Icon: AudioLines },
  { href: "/operator/work", word: "work", Icon: Workflow },
  { href: "/operator/incidents", word: "incidents", Icon: Siren },
  { href: "/operator/adjustments", word: "adjustments", Icon: Scale },
  { href: "/operator/approvals", word: "approvals", Icon: UserCheck },
  { href: "/operator/prices", word: "prices", Icon: Tag },
  { href: "/operator/staff", word: "staff", Icon: Users },
  { href: "/operator/setup", word: "setup", Icon: ListChecks },
  { href: "/operator/audit", word: "audit", Icon: ScrollText },
];
