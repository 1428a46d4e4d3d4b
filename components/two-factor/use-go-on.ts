"use client";

import { useEffect } from "react";
import { sectionId } from "./section-id";

/** Of what takes the focus with it when it is done: the reader goes on at the section it stood in. */
export function useGoOn(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(sectionId)?.focus();
    },
    [],
  );
}
