import type { Placement } from "@floating-ui/dom";

/** Positions an open popover where CSS cannot: see `anchored` in globals.css. Returns the function that ends it. */
export function keepBeside(anchor: Element, popover: HTMLElement, placement: Placement): () => void {
  if (CSS.supports("(anchor-scope: --a) and (position-area: top)")) return () => undefined;
  const ended = new AbortController();
  popover.style.opacity = "0";
  import("@floating-ui/dom").then(({ autoUpdate, computePosition, flip, offset, shift }) => {
    if (ended.signal.aborted) return;
    const middleware = [offset(4), flip(), shift({ padding: 8 })];
    const place = async () => {
      const { x, y } = await computePosition(anchor, popover, { placement, strategy: "fixed", middleware });
      popover.style.inset = "auto";
      popover.style.margin = "0";
      popover.style.left = `${x}px`;
      popover.style.top = `${y}px`;
      popover.style.opacity = "";
    };
    ended.signal.addEventListener("abort", autoUpdate(anchor, popover, place));
  });
  return () => ended.abort();
}
