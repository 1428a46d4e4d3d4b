import type { Route } from "next";
import { withQuery } from "@/components/ui/lists/with-query";
import type { SignInAddress, SignInFilter } from "@/lib/sign-in-log/schema";

/** The URL of the sign-in log with a filter. */
export const signInLogPath = (address: SignInAddress = {}): Route => withQuery("/account/sign-in-log", address);

/** The same attempts as a file. */
export const signInFilePath = (filter: SignInFilter): Route => withQuery("/account/sign-in-log/sign-ins.csv", filter);
