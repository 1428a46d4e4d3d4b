"use client";

import { useEffect } from "react";

declare global {
  interface Window {
    /** Presses the buttons that were pressed before React handled them. */
    pressEarly?: () => void;
  }
}

/**
 * Runs before any other script. Links, fields, lists and forms work by themselves; other buttons do nothing until
 * hydration, so that a press is kept until then. React handles what is pressed while it hydrates, unless it must wait for
 * a script: it has then not answered at the next task.
 */
const keepClicks = `(() => {
  const early = [];
  let isAlive = false;
  const add = (button) => isAlive || early.includes(button) || early.push(button);
  const isHandled = () => Object.keys(document).some((key) => key.startsWith("_reactListening"));
  addEventListener("click", ({ target }) => {
    const button = !isAlive && target.closest("button[type=button]:not([popovertarget])");
    if (button) isHandled() ? setTimeout(add, 0, button) : add(button);
  }, true);
  const press = (button, tries) => {
    if (!button.isConnected) return;
    if (Object.keys(button).some((key) => key.startsWith("__reactProps"))) button.click();
    else if (tries > 0) setTimeout(press, 50, button, tries - 1);
  };
  window.pressEarly = () => {
    isAlive = true;
    for (const button of early.splice(0)) press(button, 200);
  };
})()`;

/** Keeps what is pressed before the page's script has loaded, and presses it then: a dialog opens a little later. */
export function EarlyClicks({ nonce }: { nonce: string | undefined }) {
  useEffect(() => window.pressEarly?.(), []);
  return (
    // Browsers hide a nonce from scripts, so React would find another value. A module that is async waits for no style
    // sheet, which would keep the rest of the page from being read.
    <script
      type="module"
      async
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text
      dangerouslySetInnerHTML={{ __html: keepClicks }}
    />
  );
}
