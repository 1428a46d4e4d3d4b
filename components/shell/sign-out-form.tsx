"use client";

import type { ReactNode } from "react";
import { forgetKept } from "@/components/shell/kept";

export function SignOutForm({ children }: { children: ReactNode }) {
  return (
    <form method="post" action="/sign-out" onSubmit={forgetKept} className="pt-1">
      {children}
    </form>
  );
}
