"use client";

import { useEffect } from "react";
import { forgetKept } from "./kept";

/** On pages for people who are not signed in: a session may have ended elsewhere, and the next person may be another. */
export function ForgetKept() {
  useEffect(forgetKept, []);
  return null;
}
