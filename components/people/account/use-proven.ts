"use client";

import { useEffect, useEffectEvent } from "react";
import type { ActionState } from "@/lib/platform/form";

export function useProven(state: ActionState<unknown>, onProven: () => void): void {
  const goOn = useEffectEvent(onProven);
  useEffect(() => {
    if (state.status === "done") goOn();
  }, [state.status]);
}
