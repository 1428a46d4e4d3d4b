import { useEffect } from "react";

/** Moves the focus to the element with this id when its form is removed and took the focus with it. */
export function useFocusAfter(id: string): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(id)?.focus();
    },
    [id],
  );
}
