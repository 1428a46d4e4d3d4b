import type { ReactNode } from "react";

/** For `<c>` in texts. */
export const inCode = (words: ReactNode) => <code className="wrap-anywhere font-mono text-base">{words}</code>;
