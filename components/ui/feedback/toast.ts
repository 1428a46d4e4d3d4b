import type { Route } from "next";

/** `href`: where it leads. */
export type Toast = { id: number; kind: "success" | "danger"; message: string; href?: Route };

let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows what just happened, for a few seconds. What must not be missed belongs on the page: see Notice. */
export function toast(message: string, kind: Toast["kind"] = "success", href?: Route): void {
  count += 1;
  set([...toasts.slice(-2), { id: count, kind, message, href }]);
}

export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => toasts,
};
