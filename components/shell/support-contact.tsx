"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { SupportContact } from "@/lib/platform/mail/support";

const Contact = createContext<SupportContact | undefined>(undefined);

/** Passes the support contact to error pages, which the browser can render alone. */
export function SupportProvider({ contact, children }: { contact?: SupportContact; children: ReactNode }) {
  return <Contact value={contact}>{children}</Contact>;
}

export const useSupportContact = () => useContext(Contact);
