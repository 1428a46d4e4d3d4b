import type { Route } from "next";
import type { ActivityAddress, ActivityFilter } from "@/lib/activity/schema";

/** Where the person's activity is, narrowed or not. */
export const activityPath = (address: ActivityAddress = {}): Route => `/account/activity${query(address)}` as Route;

/** The same attempts as a file. */
export const activityFilePath = (filter: ActivityFilter): Route =>
  `/account/activity/sign-ins.csv${query(filter)}` as Route;

function query(address: ActivityAddress): string {
  const given = Object.entries(address).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
