import type { Route } from "next";
import { withQuery } from "@/components/ui/lists/with-query";
import type { SignInAddress, SignInFilter } from "@/lib/sign-in-log/schema";

export const signInLogPath = (address: SignInAddress = {}): Route => withQuery("/account/sign-in-log", address);

export const signInFilePath = (filter: SignInFilter): Route => withQuery("/account/sign-in-log/sign-ins.csv", filter);
