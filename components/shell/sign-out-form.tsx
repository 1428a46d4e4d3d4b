"use client";

import type { ReactNode } from "react";
import { forgetKept } from "@/components/playground/kept";

export function SignOutForm({ signOut, children }: { signOut: () => Promise<void>; children: ReactNode }) {
  return (
    <form action={signOut} onSubmit={forgetKept} className="pt-1">
      {children}
    </form>
  );
}
