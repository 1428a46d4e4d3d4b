import { AudioLines, History, KeyRound, type LucideIcon } from "lucide-react";

type NavItem = { path: string; word: "playground" | "history" | "keys"; Icon: LucideIcon };

/** The console's pages, in the rail's order. Only what works is listed. */
export const navItems: readonly NavItem[] = [
  { path: "playground", word: "playground", Icon: AudioLines },
  { path: "history", word: "history", Icon: History },
  { path: "keys", word: "keys", Icon: KeyRound },
];
