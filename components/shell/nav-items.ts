import { AudioLines, History, KeyRound, type LucideIcon, ScrollText, Settings, Users } from "lucide-react";
import { can, type Permission, type Role } from "@/lib/principals/roles";

type NavItem = {
  path: string;
  word: "playground" | "history" | "keys" | "members" | "audit" | "settings";
  Icon: LucideIcon;
  /** What a role needs for the page to be of any use to it. */
  needs?: Permission;
};

/** The console's pages, in the rail's order. Only what works is listed. */
const navItems: readonly NavItem[] = [
  { path: "playground", word: "playground", Icon: AudioLines },
  { path: "history", word: "history", Icon: History },
  { path: "keys", word: "keys", Icon: KeyRound },
  { path: "members", word: "members", Icon: Users },
  { path: "audit", word: "audit", Icon: ScrollText, needs: "audit:read" },
  { path: "settings", word: "settings", Icon: Settings },
];

export const itemsFor = (role: Role): NavItem[] => navItems.filter(({ needs }) => !needs || can(role, needs));
