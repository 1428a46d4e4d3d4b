"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { SupportContact } from "@/lib/support";

const Contact = createContext<SupportContact | undefined>(undefined);

/** Tells error pages, which the browser may draw alone, where this installation gives support. */
export function SupportProvider({ contact, children }: { contact?: SupportContact; children: ReactNode }) {
  return <Contact value={contact}>{children}</Contact>;
}

export const useSupportContact = () => useContext(Contact);
