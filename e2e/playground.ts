import type { Page } from "@playwright/test";

export const sentence = "Bà con ơi, chiều nay chợ nổi Cái Răng đông vui lắm!";

export const playgroundOf = ({ businessSlug }: { businessSlug: string }) => `/console/${businessSlug}/playground`;

export const textBox = (page: Page) => page.getByRole("textbox", { name: "Văn bản" });
export const speakButton = (page: Page) => page.getByRole("button", { name: "Đọc", exact: true });
export const trackingId = (page: Page) => page.getByText(/^tts_\w+$/);

/** How much plays now: results, also while they are made, and the previews of voices. */
export const playing = async (page: Page) => {
  const results = page.locator("[data-playing]").filter({ has: page.locator('input[type="range"]:not([value="0"])') });
  const previews = page
    .locator("audio")
    .evaluateAll(
      (all) =>
        (all as HTMLAudioElement[]).filter(
          (audio) => !audio.closest("[data-playing]") && !audio.paused && audio.currentTime > 0,
        ).length,
    );
  return (await results.count()) + (await previews);
};
