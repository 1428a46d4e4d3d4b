import type { Route } from "next";
import { withQuery } from "@/components/ui/lists/with-query";
import type { NoticesAddress } from "@/lib/notices/schema";

export const noticesPath = (address: NoticesAddress = {}): Route => withQuery("/account/notices", address);
