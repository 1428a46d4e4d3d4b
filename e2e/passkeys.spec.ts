import type { CDPSession, Page } from "@playwright/test";
import { test as base, expect, signIn } from "./fixtures";
import { makePerson, typePassword } from "./people";

type Device = {
  id: string;
  cdp: CDPSession;
  /** Whether it responds as if its user touched it. */
  touch(isHeld: boolean): Promise<void>;
};

type Fixtures = {
  /** A phone in the browser, with a screen lock that its owner opens. It is not touched at first. */
  device: Device;
  /** A person with a password who is signed in. */
  person: { email: string; userId: string };
};

const test = base.extend<Fixtures>({
  device: async ({ page }, use) => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: false,
      },
    });
    const touch = async (enabled: boolean) => {
      await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId: id, enabled });
    };
    await use({ id, cdp, touch });
  },

  person: async ({ page, factories }, use) => {
    const made = await makePerson(factories);
    await signIn(page.context(), made);
    await use(made);
  },
});

async function addPasskey(page: Page, device: Device) {
  await page.goto("/account/security");
  await device.touch(true);
  await page.getByRole("button", { name: "Thêm passkey" }).click();
  await expect(page.getByRole("listitem", { name: "Passkey 1" })).toBeVisible();
  await device.touch(false);
}

const signOut = (page: Page) => page.context().clearCookies();

test("a person adds a passkey, saves the recovery codes, and signs in with the passkey alone", async ({
  page,
  person,
  device,
}) => {
  await addPasskey(page, device);
  await expect(page.getByRole("heading", { name: "Lưu bộ mã khôi phục này" })).toBeVisible();
  const { credentials } = await device.cdp.send("WebAuthn.getCredentials", { authenticatorId: device.id });
  expect(credentials).toMatchObject([{ rpId: "localhost", isResidentCredential: true }]);
  expect(Buffer.from(credentials[0]?.userHandle ?? "", "base64").toString()).toBe(person.userId);

  await signOut(page);
  // Otherwise the browser's autofill would be faster than the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.goto("/sign-in");
  await device.touch(true);
  await page.getByRole("button", { name: "Đăng nhập bằng passkey" }).click();
  await expect(page).toHaveURL(/\/console/);
  await page.goto("/account/security");
  await expect(page.getByRole("listitem", { name: "Passkey 1" })).not.toContainText("Chưa dùng lần nào");
});

test("a passkey offered by autofill signs in without a click", { tag: "@deep" }, async ({ page, person, device }) => {
  await addPasskey(page, device);
  await signOut(page);
  await device.touch(true);
  await page.goto("/sign-in");
  await expect(page).toHaveURL(/\/console/);
  await page.goto("/account");
  await expect(page.getByText(person.email)).toBeVisible();
});

test("after the password the passkey is required, and the password alone does not sign in", { tag: "@deep" }, async ({
  page,
  person,
  device,
}) => {
  await addPasskey(page, device);
  await signOut(page);
  await typePassword(page, person);
  await expect(page).toHaveURL(/\/sign-in\/two-factor/);
  await page.goto("/console");
  await expect(page).toHaveURL(/\/sign-in\?next/);

  await page.goto("/sign-in/two-factor");
  await device.touch(true);
  await page.getByRole("button", { name: "Dùng passkey" }).click();
  await expect(page).toHaveURL(/\/console/);
});

test("a passkey is renamed and removed, with a warning before the last factor is lost", { tag: "@deep" }, async ({
  page,
  person,
  device,
}) => {
  await addPasskey(page, device);
  await page.reload();
  await page.getByRole("button", { name: "Đổi tên" }).click();
  await page.getByLabel("Tên", { exact: true }).fill("Điện thoại của Minh");
  await page.getByRole("button", { name: "Lưu tên" }).click();
  const row = page.getByRole("listitem", { name: "Điện thoại của Minh" });
  await row.getByRole("button", { name: "Xóa “Điện thoại của Minh”" }).click();
  await expect(page.getByText("phương thức xác thực thứ hai cuối cùng")).toBeVisible();
  await expect(page.getByText("Các thiết bị khác sẽ bị đăng xuất.")).toBeVisible();
  await page.getByRole("button", { name: "Xóa và chỉ dùng mật khẩu" }).click();
  await expect(page.getByText("Chưa có passkey nào")).toBeVisible();

  await signOut(page);
  await typePassword(page, person);
  await expect(page).toHaveURL(/\/console/);
});

test("cancelling shows no error, and a new attempt works", { tag: "@deep" }, async ({ page, person, device }) => {
  expect(person.email).toContain("@");
  await page.goto("/account/security");
  await device.cdp.send("WebAuthn.setUserVerified", { authenticatorId: device.id, isUserVerified: false });
  await device.touch(true);
  await page.getByRole("button", { name: "Thêm passkey" }).click();
  await expect(page.getByRole("button", { name: "Thêm passkey" })).not.toHaveAttribute("aria-disabled");
  await expect(page.getByRole("main").getByRole("alert")).toBeHidden();
  await expect(page.getByText("Chưa có passkey nào")).toBeVisible();

  await device.cdp.send("WebAuthn.setUserVerified", { authenticatorId: device.id, isUserVerified: true });
  await addPasskey(page, device);
});

test("an expired authentication is renewed with the passkey in the middle of an action", { tag: "@deep" }, async ({
  page,
  person,
  device,
}) => {
  await addPasskey(page, device);
  const { db } = await import("@/lib/platform/db");
  await db.session.updateMany({ where: { userId: person.userId }, data: { freshAt: new Date(0) } });

  await page.goto("/account/security");
  await page.getByRole("button", { name: "Xóa “" }).click();
  await page.getByRole("button", { name: "Xóa và chỉ dùng mật khẩu" }).click();
  await device.touch(true);
  await page.getByRole("button", { name: "Dùng passkey" }).click();
  await expect(page.getByText("Chưa có passkey nào")).toBeVisible();
});
