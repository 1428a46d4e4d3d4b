import type { Route } from "next";
import { withQuery } from "@/components/ui/lists/with-query";
import type { ActivityAddress, ActivityFilter } from "@/lib/sign-in-log/schema";

/** The URL of the person's activity with a filter. */
export const activityPath = (address: ActivityAddress = {}): Route => withQuery("/account/activity", address);

/** The same attempts as a file. */
export const activityFilePath = (filter: ActivityFilter): Route => withQuery("/account/activity/sign-ins.csv", filter);
