import { createContext, useContext } from "react";

export const InDialog = createContext(false);

/** Whether this is inside a dialog, so that no second one opens over it. */
export const useInDialog = (): boolean => useContext(InDialog);
