import type { Page } from "@playwright/test";

export const sentence = "Bà con ơi, chiều nay chợ nổi Cái Răng đông vui lắm!";

export const playgroundOf = ({ businessSlug }: { businessSlug: string }) => `/console/${businessSlug}/playground`;

export const textBox = (page: Page) => page.getByRole("textbox", { name: "Văn bản" });
export const speakButton = (page: Page) => page.getByRole("button", { name: "Đọc", exact: true });
export const trackingId = (page: Page) => page.getByText(/^tts_\w+$/);

/** How many audio elements are playing now. */
export const playing = (page: Page) =>
  page
    .locator("audio")
    .evaluateAll((all) => (all as HTMLAudioElement[]).filter((audio) => !audio.paused && audio.currentTime > 0).length);
