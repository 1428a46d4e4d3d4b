import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { SessionTable } from "@/components/access/sessions/sessions-section";
import { ArchivedTable } from "@/components/businesses/archived-table";
import { InvitationTable } from "@/components/businesses/members/invitation-table";
import { MemberTable } from "@/components/businesses/members/member-table";
import { KeyTable } from "@/components/keys/key-list";
import { PasskeysCard } from "@/components/people/passkeys/passkeys-card";
import { PronunciationTable } from "@/components/speech/pronunciations/pronunciation-table";
import { clock, days } from "@/lib/platform/clock";
import en from "@/messages/en.json";
import vietnamese from "@/messages/vi.json";

vi.mock("next/navigation", () => ({ usePathname: () => "/", useRouter: () => ({}) }));

const at = clock.now();
const later = new Date(+at + days(1));

const member = { role: "viewer", joinedAt: at, lastSeenAt: at, hasSecondFactor: true } as const;
const members = ["Lan", "Minh"].map((name) => ({ ...member, userId: name, name, email: `${name}@example.com` }));
const session = { method: "password", ip: null, createdAt: at, lastSeenAt: at, isCurrent: false } as const;
const key = {
  scopes: ["tts:execute"],
  createdAt: at,
  expiresAt: null,
  lastUsedAt: null,
  serviceAccount: null,
  revokedAt: null,
} as const;

/** Every list whose rows have buttons, each with two rows. */
const lists: Record<string, ReactNode> = {
  members: (
    <MemberTable
      made={{}}
      members={members}
      you={{ userId: "me", role: "owner" }}
      business="sach-noi"
      touches="everyone"
    />
  ),
  invitations: (
    <InvitationTable
      business="sach-noi"
      invitations={members.map(({ email, role }) => ({ id: email, email, role, createdAt: at, expiresAt: later }))}
    />
  ),
  keys: (
    <KeyTable
      caption="keys"
      business="sach-noi"
      mayRevoke
      goOnAt="keys"
      keys={["Tổng đài", "Máy chủ"].map((name) => ({
        ...key,
        id: name,
        name,
        mode: "live",
        hint: "abcd",
        scopes: [...key.scopes],
        status: "active",
        flags: ["exposed"],
      }))}
    />
  ),
  passkeys: (
    <PasskeysCard
      account="lan@example.com"
      isOnlyFactor={false}
      passkeys={["Điện thoại", "Máy tính"].map((name) => ({
        id: name,
        name,
        backedUp: true,
        createdAt: at,
        lastUsedAt: null,
        suspendedAt: null,
      }))}
    />
  ),
  sessions: (
    <SessionTable
      sessions={["Firefox", "Chrome"].map((browser) => ({ ...session, id: browser, browser, system: "Linux" }))}
    />
  ),
  pronunciations: (
    <PronunciationTable removeIn="sach-noi" words={["ACB", "VNPT"].map((written) => ({ written, spoken: "a" }))} />
  ),
  archived: (
    <ArchivedTable
      businesses={["Sách Nói", "Mặt Trời"].map((name) => ({
        slug: name,
        name,
        archivedAt: at,
        availableMilli: 0n,
        refundMilli: 0n,
      }))}
    />
  ),
};

const inRow = /<(?:tr|li)\b.*?<\/(?:tr|li)>/gs;
const button = /<button\b([^>]*)>(.*?)<\/button>/gs;
const textOf = (html: string) => html.replace(/<[^>]*>/g, "");

/** The text of each button in a row, and its accessible name. */
function buttonsOf(html: string) {
  const rows = [...html.matchAll(inRow)].map(([row]) => row).join("");
  return [...rows.matchAll(button)].map(([, attributes = "", inner = ""]) => {
    const shown = textOf(inner);
    return { shown, name: /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? shown };
  });
}

test.each([
  { locale: "vi" as const, messages: vietnamese },
  { locale: "en" as const, messages: en },
])("each button of a row is named by its text and by its row, in $locale", ({ locale, messages }) => {
  for (const [list, shown] of Object.entries(lists)) {
    const html = renderToStaticMarkup(
      <NextIntlClientProvider locale={locale} messages={messages} timeZone="Asia/Ho_Chi_Minh">
        {shown}
      </NextIntlClientProvider>,
    );
    const buttons = buttonsOf(html);
    const names = buttons.map(({ name }) => name);
    expect(names.length, list).toBeGreaterThanOrEqual(2);
    expect(new Set(names).size, `${list}: ${names}`).toBe(names.length);
    for (const { shown, name } of buttons)
      expect(name.startsWith(shown), `${list}: “${name}” begins “${shown}”`).toBe(true);
  }
});
