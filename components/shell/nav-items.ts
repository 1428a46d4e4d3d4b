import {
  AudioLines,
  BookA,
  ChartColumn,
  History,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Settings,
  Users,
  Wallet,
  Webhook,
} from "lucide-react";
import type { Route } from "next";
import { can, type Permission, type Role } from "@/lib/access/principals/roles";

type NavItem = {
  path: string;
  word:
    | "overview"
    | "playground"
    | "pronunciations"
    | "history"
    | "keys"
    | "webhooks"
    | "usage"
    | "billing"
    | "members"
    | "audit"
    | "settings";
  Icon: LucideIcon;
  /** What the page itself requires. */
  needs: Permission;
};

const navItems: readonly NavItem[] = [
  { path: "", word: "overview", Icon: LayoutDashboard, needs: "history:read" },
  { path: "playground", word: "playground", Icon: AudioLines, needs: "speech:use" },
  { path: "pronunciations", word: "pronunciations", Icon: BookA, needs: "business:read" },
  { path: "history", word: "history", Icon: History, needs: "history:read" },
  { path: "keys", word: "keys", Icon: KeyRound, needs: "keys:read" },
  { path: "webhooks", word: "webhooks", Icon: Webhook, needs: "webhooks:read" },
  { path: "usage", word: "usage", Icon: ChartColumn, needs: "history:read" },
  { path: "billing", word: "billing", Icon: Wallet, needs: "billing:read" },
  { path: "members", word: "members", Icon: Users, needs: "members:read" },
  { path: "audit", word: "audit", Icon: ScrollText, needs: "audit:read" },
  { path: "settings", word: "settings", Icon: Settings, needs: "business:read" },
];

export const itemsFor = (role: Role): NavItem[] => navItems.filter(({ needs }) => can(role, needs));

/** A page of a business; the empty path is its overview. */
export const pagePath = (business: string, path: string): Route => `/console/${business}${path && `/${path}`}` as Route;
