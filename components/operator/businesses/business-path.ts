import type { Route } from "next";

/** A business's page at the desk. */
export const businessPath = (id: string) => `/operator/businesses/${id}` as Route;
