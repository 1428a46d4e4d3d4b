import { describe, expect, test } from "vitest";
import { readPublicUrl } from "./public-url";

const read = (text: string, isLocal = false) => {
  const { url, fault } = readPublicUrl(text, { isLocal }) as { url?: string; fault?: string };
  return url ?? fault;
};

describe("in production", () => {
  test.each([
    ["https://example.com/hook", "https://example.com/hook"],
    ["https://EXAMPLE.com:443", "https://example.com/"],
    ["https://example.com:8443/a?b=c", "https://example.com:8443/a?b=c"],
    ["https://example.com./hook", "https://example.com/hook"],
    ["https://bücher.example.vn/", "https://xn--bcher-kva.example.vn/"],
    ["https://ｅxample.com/", "https://example.com/"],
    ["https://@example.com/", "https://example.com/"],
    ["https://example.com/ổn định".replace(" ", "%20"), "https://example.com/%E1%BB%95n%20%C4%91%E1%BB%8Bnh"],
  ])("%s is accepted as %s", (text, url) => expect(read(text)).toBe(url));

  test.each([
    ["", "invalid"],
    ["example.com/hook", "invalid"],
    ["https://", "invalid"],
    ["https://a b.com/", "invalid"],
    ["https://example.com/a\nb", "invalid"],
    ["https:\\\\example.com", "invalid"],
    ["https://example..com/", "invalid"],
    ["https://example.com/\ud800", "invalid"],
    ["http://example.com/", "scheme"],
    ["ftp://example.com/", "scheme"],
    ["javascript:alert(1)", "invalid"],
    ["file:///etc/passwd", "invalid"],
    ["https://example.com:80/", "port"],
    ["https://example.com:22/", "port"],
    ["https://user@example.com/", "userInfo"],
    ["https://user:password@example.com/", "userInfo"],
    ["https://example.com/#a", "fragment"],
    ["https://example.com/#", "fragment"],
    ["https://93.184.216.34/", "address"],
    ["https://127.0.0.1/", "address"],
    ["https://127.1/", "address"],
    ["https://2130706433/", "address"],
    ["https://0x7f.0.0.1/", "address"],
    ["https://0177.0.0.1/", "address"],
    ["https://127.0.0.1./", "address"],
    ["https://%31%32%37.0.0.1/", "address"],
    ["https://①②⑦.0.0.1/", "address"],
    ["https://[::1]/", "address"],
    ["https://[::ffff:169.254.169.254]/", "address"],
    ["https://[fe80::1%25eth0]/", "invalid"],
    ["https://localhost/", "private"],
    ["https://LOCALHOST./", "private"],
    ["https://a.localhost/", "private"],
    ["https://intranet/", "private"],
    ["https://metadata.google.internal/", "private"],
    [`https://example.com/${"a".repeat(2000)}`, "tooLong"],
    [`https://example.com/${"ổ".repeat(400)}`, "tooLong"],
  ])("%s is rejected: %s", (text, fault) => expect(read(text)).toBe(fault));
});

describe("on a developer's machine", () => {
  test.each([
    ["http://127.0.0.1:4000/hook", "http://127.0.0.1:4000/hook"],
    ["http://localhost:4000/hook", "http://localhost:4000/hook"],
    ["https://[::1]:9/", "https://[::1]:9/"],
    ["http://example.com:8080/", "http://example.com:8080/"],
    ["http://169.254.169.254/", "address"],
    ["http://10.0.0.1/", "address"],
    ["http://[::ffff:10.0.0.1]/", "address"],
    ["http://0.0.0.0/", "address"],
    ["http://intranet/", "private"],
    ["http://user@localhost/", "userInfo"],
  ])("%s: %s", (text, expected) => expect(read(text, true)).toBe(expected));
});
