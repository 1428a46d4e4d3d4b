"use client";

import { useEffect } from "react";
import { sectionId } from "./section-id";

/** Moves the focus to its section after a form that is removed when it is done. */
export function useGoOn(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(sectionId)?.focus();
    },
    [],
  );
}
