import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { SuspensionBanner } from "@/components/businesses/suspension-banner";
import { ConsoleShell } from "@/components/shell/console-shell";
import { LiveBalance } from "@/components/shell/live-balance";
import { QueryProvider } from "@/components/shell/query-provider";
import { LazyWatch } from "@/components/speech/jobs/lazy-watch";
import { requireMember, requireViewer } from "@/lib/access/auth/session";
import { findSuspension } from "@/lib/access/businesses/suspension/state";
import { can } from "@/lib/access/principals/roles";
import { sayReason } from "@/lib/access/reasons/say-reason";
import { countUnread } from "@/lib/businesses/notices/list";
import { listBusinesses } from "@/lib/businesses/service";
import { getBalance } from "@/lib/money/wallet/balance";
import { supportContacts } from "@/lib/platform/mail/support";

export default async function BusinessLayout({ params, children }: LayoutProps<"/console/[business]">) {
  const [viewer, member] = await Promise.all([requireViewer(), requireMember((await params).business)]);
  const [businesses, balance, suspension, unread] = await Promise.all([
    listBusinesses(viewer),
    can(member.role, "balance:read") ? getBalance(member) : null,
    findSuspension(member),
    countUnread(viewer),
  ]);
  const business = businesses.find(({ slug }) => slug === member.businessSlug) ?? notFound();

  return (
    <QueryProvider>
      <ConsoleShell
        business={business}
        businesses={businesses}
        balance={balance && <LiveBalance business={business.slug} amountMilli={balance.availableMilli} />}
        unread={unread}
        user={{ name: viewer.name, email: viewer.email, pictureId: viewer.pictureId }}
        notice={
          suspension && (
            <SuspensionBanner
              business={business.slug}
              reason={suspension.reason && sayReason(suspension.reason, await getLocale())}
              contact={supportContacts()[0]}
            />
          )
        }
      >
        {children}
        <LazyWatch business={business.slug} />
      </ConsoleShell>
    </QueryProvider>
  );
}
