"use client";

import { useEffect } from "react";
import { forgetKept } from "./kept";

/**
 * On pages for people who are not signed in: a session can have ended elsewhere, and the next person can be another.
 */
export function ForgetKept() {
  useEffect(forgetKept, []);
  return null;
}
