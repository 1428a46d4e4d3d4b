import type { Route } from "next";
import { withQuery } from "@/components/ui/with-query";
import type { ActivityAddress, ActivityFilter } from "@/lib/sign-in-log/schema";

/** Where the person's activity is, narrowed or not. */
export const activityPath = (address: ActivityAddress = {}): Route => withQuery("/account/activity", address);

/** The same attempts as a file. */
export const activityFilePath = (filter: ActivityFilter): Route => withQuery("/account/activity/sign-ins.csv", filter);
