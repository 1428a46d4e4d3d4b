"use client";

import { useEffect, useRef } from "react";

/** Closes its dialog as soon as it is shown: `{state.status === "done" && <CloseDialog />}`. */
export function CloseDialog() {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => here.current?.closest("dialog")?.close(), []);
  return <span ref={here} hidden />;
}
