import type { Route } from "next";

/** Where everything about one request is shown, by its trackingId or request ID. */
export const tracePath = (business: string, id: string): Route => `/console/${business}/trace/${id}` as Route;
