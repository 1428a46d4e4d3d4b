import type { Route } from "next";
import type { NoticesAddress } from "@/lib/access/notices/schema";
import { withQuery } from "@/lib/platform/with-query";

export const noticesPath = (address: NoticesAddress = {}): Route => withQuery("/account/notices", address);
