/** What an attack is sent to: the first line's path, and the headers that get it past the door. */
export type Target = { path: string; headers: string };

/** A request that answers unlike any other: where it is answered, an attack was read as two. */
export const smuggled = "GET /openapi.json HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n";

const body = '{"text":"a"}';
const chunked = "Transfer-Encoding: chunked\r\n";
const length = `Content-Length: ${body.length}\r\n`;
const whole = `c\r\n${body}\r\n0\r\n\r\n`;

/** Each as one POST whose end two programs may see in different places. All must be refused, and the connection ended. */
const ambiguousPosts: Record<string, [headers: string, body: string]> = {
  "a length and chunks": ["Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\nG${smuggled}`],
  "chunks and a length": [`${chunked}Content-Length: 4\r\n`, `2d\r\n${smuggled}\r\n0\r\n\r\n`],
  "one length twice": [length + length, body],
  "two lengths": [`${length}Content-Length: 0\r\n`, smuggled],
  "a list of lengths": ["Content-Length: 12, 12\r\n", body],
  "a length with a sign": ["Content-Length: +12\r\n", body],
  "a length below zero": ["Content-Length: -1\r\n", body],
  "a length in hex": ["Content-Length: 0xc\r\n", body],
  "a length that is empty": ["Content-Length: \r\n", body],
  "a length that overflows": ["Content-Length: 18446744073709551628\r\n", body],
  "a space before the colon": ["Content-Length : 12\r\n", body],
  "two codings": [`${chunked}Transfer-Encoding: identity\r\n`, `0\r\n\r\n${smuggled}`],
  "a coding of none": ["Transfer-Encoding: identity\r\n", `0\r\n\r\n${smuggled}`],
  "an unknown coding": ["Transfer-Encoding: xchunked\r\n", `0\r\n\r\n${smuggled}`],
  "a coding after a vertical tab": ["Transfer-Encoding: \x0bchunked\r\n", `0\r\n\r\n${smuggled}`],
  "a coding in another": ["Transfer-Encoding: gzip, chunked\r\n", `0\r\n\r\n${smuggled}`],
  "chunks that are not last": ["Transfer-Encoding: chunked, gzip\r\n", `0\r\n\r\n${smuggled}`],
  "a folded coding": ["Transfer-Encoding:\r\n chunked\r\n", `0\r\n\r\n${smuggled}`],
  "a folded header": [`X: a\r\n ${length}`, body],
  "a header's line that ends in LF": [`X: a\n${chunked}`, whole],
  "a header with CR in it": [`X: a\r${chunked}`, whole],
  "a header without a colon": [`Transfer-Encoding\r\n${length}`, body],
  "a header without a name": [`: x\r\n${length}`, body],
  "a name with NUL": [`X\0: a\r\n${length}`, body],
  "a value with NUL": [`X: a\0b\r\n${length}`, body],
  "two hosts": [`Host: b\r\n${length}`, body],
  "a chunk's size that ends in LF": [chunked, `c\n${body}\r\n0\r\n\r\n`],
  "a chunk that ends in LF": [chunked, `c\r\n${body}\n0\r\n\r\n`],
  "a chunk that ends in nothing": [chunked, `c\r\n${body}0\r\n\r\n`],
  "a last chunk that ends in LF": [chunked, `c\r\n${body}\r\n0\n\n`],
  "an extension that ends in LF": [chunked, `c;a\n${smuggled}${body}\r\n0\r\n\r\n`],
  "an extension of 20 kB": [chunked, `c;${"a".repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`],
  "a chunk's size that overflows": [chunked, `fffffffffffffffff\r\n${body}\r\n0\r\n\r\n`],
  "a chunk's size below zero": [chunked, `-1\r\n${body}\r\n0\r\n\r\n`],
  "a chunk's size with 0x": [chunked, `0xc\r\n${body}\r\n0\r\n\r\n`],
  "a length among the trailers": [chunked, `c\r\n${body}\r\n0\r\nContent-Length: 5\r\n\r\n`],
  "trailers of 20 kB": [chunked, `c\r\n${body}\r\n0\r\nX: ${"a".repeat(20_000)}\r\n\r\n`],
};

const post = ({ path, headers }: Target, more: string, sent: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}${more}\r\n${sent}`;

const get = (path: string, rest = " HTTP/1.1\r\nHost: a\r\n") => `GET ${path}${rest}\r\n`;

/** Requests that must be answered once, with a refusal, and the connection ended. */
export function listAmbiguous(target: Target): [name: string, bytes: string][] {
  const { path } = target;
  const posts = Object.entries(ambiguousPosts).map(([name, [more, sent]]) => [name, post(target, more, sent)]);
  const others = {
    "chunks in HTTP/1.0": `POST ${path} HTTP/1.0\r\n${chunked}Connection: keep-alive\r\n\r\n0\r\n\r\n${smuggled}`,
    "lines that end in LF": `GET ${path} HTTP/1.1\nHost: a\n\n`,
    "a space before the first header": get(path, " HTTP/1.1\r\n X: a\r\nHost: a\r\n"),
    "tabs for spaces": `GET\t${path}\tHTTP/1.1\r\nHost: a\r\n\r\n`,
    "no host": get(path, " HTTP/1.1\r\n"),
    "HTTP/0.9": get(path, "\r\n"),
    "HTTP/1.2": get(path, " HTTP/1.2\r\nHost: a\r\n"),
    "HTTP/2.0": get(path, " HTTP/2.0\r\nHost: a\r\n"),
    "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "the beginning of TLS": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "a path with NUL": get(`${path}\0`),
    "a path that begins with a backslash": get(path.replace("/", "\\")),
    "a host that is none in the address": get("http://[/health"),
    "another scheme in the address": get("ftp://a/health"),
    "an asterisk for an address": "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
    "3,000 headers": get(path, ` HTTP/1.1\r\nHost: a\r\n${"a:b\r\n".repeat(3000)}`),
    "a header of 70 kB": get(path, ` HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(70_000)}\r\n`),
    "an address of 70 kB": get(`${path}?${"a".repeat(70_000)}`),
  };
  return [...posts, ...Object.entries(others)] as [string, string][];
}

/** Odd but clear: each is answered once, and what follows on the connection is answered too. */
export function listClear(target: Target): [name: string, bytes: string][] {
  const { path } = target;
  return Object.entries({
    "a length": post(target, length, body),
    chunks: post(target, chunked, whole),
    "chunks with extensions": post(target, chunked, `c;a=b;c="d"\r\n${body}\r\n0\r\n\r\n`),
    "chunks with trailers": post(target, chunked, `c\r\n${body}\r\n0\r\nX-Api-Key: a\r\n\r\n`),
    "a request as the body of a GET":
      get(path, ` HTTP/1.1\r\nHost: a\r\nContent-Length: ${smuggled.length}\r\n`) + smuggled,
    "an expectation we do not know": post(target, `Expect: 200-ok\r\n${length}`, body),
    "empty lines before the request": `\r\n\r\n${get(path)}`,
    "an absolute address": get(`http://evil.example${path}`),
    "a path that begins with two slashes": get(`/${path}`),
    "dots in the path": get(`/tts/..${path}`),
    "a host with a path": get(path, " HTTP/1.1\r\nHost: a/b?c@d\r\n"),
    "an empty host": get(path, " HTTP/1.1\r\nHost:\r\n"),
    "a method in a header": get(path, " HTTP/1.1\r\nHost: a\r\nX-HTTP-Method-Override: DELETE\r\n"),
  });
}

const h2c = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n";
const websocket =
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";

/** Wishes for another protocol: each is answered once in this one, and the connection ended. */
export const listUpgrades = (target: Target): [name: string, bytes: string][] => [
  ["HTTP/2", get(target.path, ` HTTP/1.1\r\nHost: a\r\n${h2c}`)],
  ["HTTP/2 with a body", post(target, h2c + length, body)],
  ["a WebSocket", get(target.path, ` HTTP/1.1\r\nHost: a\r\n${websocket}`)],
];
