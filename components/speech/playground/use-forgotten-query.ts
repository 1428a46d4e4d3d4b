"use client";

import { useEffect } from "react";

/** Takes the query out of the URL once it has filled the page, so that a reload keeps what was changed since. */
export function useForgottenQuery(isUsed: boolean): void {
  useEffect(() => {
    if (isUsed) window.history.replaceState(null, "", window.location.pathname);
  }, [isUsed]);
}
