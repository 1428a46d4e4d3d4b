import { expect, test } from "vitest";
import { nameAgent } from "./user-agent";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    "Chrome 141",
    "Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
    "Microsoft Edge 141",
    "Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
    "Safari 26",
    "macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari 18",
    "iOS 18.6",
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) coc_coc_browser/130.0.0 Mobile Chrome/124.0.0.0 Safari/537.36",
    "Cốc Cốc 130",
    "Android 10",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox 128", "Linux"],
])("a browser is shown by its common name: %s", (userAgent, browser, system) => {
  expect(nameAgent(userAgent)).toEqual({ browser, system });
});

test.each([null, "", "-", "\u0000", "<script>alert(1)</script>", "() { :; }; echo"])(
  "an unknown user agent has no name: %j",
  (userAgent) => expect(nameAgent(userAgent)).toEqual({ browser: null, system: null }),
);
