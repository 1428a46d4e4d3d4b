import type { Route } from "next";
import type { SignInAddress, SignInFilter } from "@/lib/people/sign-in-log/schema";
import { withQuery } from "@/lib/platform/with-query";

export const signInLogPath = (address: SignInAddress = {}): Route => withQuery("/account/sign-in-log", address);

export const signInFilePath = (filter: SignInFilter): Route => withQuery("/account/sign-in-log/sign-ins.csv", filter);
