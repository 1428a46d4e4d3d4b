import { AudioLines, History, KeyRound, type LucideIcon, Settings } from "lucide-react";

type NavItem = { path: string; word: "playground" | "history" | "keys" | "settings"; Icon: LucideIcon };

/** The console's pages, in the rail's order. Only what works is listed. */
export const navItems: readonly NavItem[] = [
  { path: "playground", word: "playground", Icon: AudioLines },
  { path: "history", word: "history", Icon: History },
  { path: "keys", word: "keys", Icon: KeyRound },
  { path: "settings", word: "settings", Icon: Settings },
];
