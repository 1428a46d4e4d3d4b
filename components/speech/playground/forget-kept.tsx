"use client";

import { useEffect } from "react";
import { forgetKept } from "@/components/shell/kept";

/** For pages without a session: it can have ended elsewhere, and the next person can be another. */
export function ForgetKept() {
  useEffect(forgetKept, []);
  return null;
}
