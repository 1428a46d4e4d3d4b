import "./site.css";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { SiteFrame } from "@/components/site/site-frame";
import { pathHeader } from "@/lib/access/auth/next-path";
import { supportContacts } from "@/lib/platform/mail/support";
import { operatorMark } from "@/lib/platform/operator-mark";

export async function SitePage({ children }: { children: ReactNode }) {
  const path = (await headers()).get(pathHeader)?.replace(/\?.*/, "") ?? "/";
  return (
    <SiteFrame path={path} operator={operatorMark()} contact={supportContacts()[0]}>
      {children}
    </SiteFrame>
  );
}
