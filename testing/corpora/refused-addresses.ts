/** Networks that no webhook may reach, each with addresses at its edges and inside. */
export const refusedNetworks: Record<string, readonly string[]> = {
  unspecified: ["0.0.0.0", "0.0.0.1", "0.1.2.3", "0.255.255.255", "::"],
  loopback: ["127.0.0.1", "127.0.0.0", "127.1.2.3", "127.255.255.255", "::1"],
  private: [
    ...["10.0.0.0", "10.0.0.1", "10.255.255.255", "172.16.0.0", "172.16.0.1", "172.20.1.1", "172.31.255.255"],
    ...["192.168.0.0", "192.168.1.1", "192.168.255.255", "fc00::", "fc00::1", "fd00::1", "fd12:3456:789a::1"],
    ...["fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fec0::1", "feff::1"],
  ],
  linkLocal: [
    "169.254.0.0",
    "169.254.169.254",
    "169.254.170.2",
    "169.254.255.255",
    "fe80::1",
    "febf::1",
    "fe80::a9fe:a9fe",
  ],
  metadata: ["169.254.169.254", "100.100.100.200", "fd00:ec2::254", "169.254.170.23", "192.0.0.192"],
  shared: ["100.64.0.0", "100.64.0.1", "100.100.1.1", "100.127.255.255"],
  protocol: ["192.0.0.0", "192.0.0.1", "192.0.0.8", "192.0.0.170", "192.0.0.255", "192.88.99.0", "192.88.99.1"],
  documentation: [
    ...["192.0.2.0", "192.0.2.1", "192.0.2.255", "198.51.100.1", "203.0.113.1", "203.0.113.255"],
    ...["2001:db8::1", "2001:db8:ffff::1", "3fff::1", "3fff:fff::1"],
  ],
  benchmark: ["198.18.0.0", "198.18.0.1", "198.19.255.255", "2001:2::1"],
  multicast: [
    "224.0.0.0",
    "224.0.0.1",
    "239.255.255.250",
    "239.255.255.255",
    "ff00::1",
    "ff02::1",
    "ff05::2",
    "ff0e::1",
  ],
  reserved: [
    ...["240.0.0.0", "240.0.0.1", "250.1.1.1", "255.255.255.254", "255.255.255.255", "100::1", "5f00::1", "4000::1"],
    ...["6000::1", "8000::1", "a000::1", "c000::1", "e000::1", "f000::1", "1::1", "200::1", "400::1", "2001::1"],
    ...[
      "2001:1::1",
      "2001:3::1",
      "2001:4:112::1",
      "2001:10::1",
      "2001:20::1",
      "2001:30::1",
      "2001:1ff::1",
      "2620:4f:8000::1",
    ],
    ...["192.175.48.1", "192.31.196.1", "192.52.193.1"],
  ],
  translated: [
    ...[
      "::ffff:127.0.0.1",
      "::ffff:10.0.0.1",
      "::ffff:169.254.169.254",
      "::ffff:8.8.8.8",
      "::ffff:7f00:1",
      "::ffff:0:7f00:1",
    ],
    ...["::7f00:1", "::a00:1", "::a9fe:a9fe", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1"],
    ...[
      "2002:7f00:1::1",
      "2002:a00:1::1",
      "2002:a9fe:a9fe::1",
      "2002:c0a8:101::",
      "2001:0:7f00:1::1",
      "2001::a9fe:a9fe",
    ],
  ],
};

/** Public addresses, which are allowed. */
export const publicAddresses = [
  ...[
    "1.1.1.1",
    "8.8.8.8",
    "14.160.0.1",
    "27.64.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "113.160.0.1",
    "126.255.255.255",
  ],
  ...["128.0.0.1", "169.253.255.255", "169.255.0.1", "172.15.255.255", "172.32.0.1", "192.0.1.1", "192.167.255.255"],
  ...[
    "192.169.0.1",
    "198.17.255.255",
    "198.20.0.1",
    "203.0.112.1",
    "223.255.255.255",
    "2400:cb00::1",
    "2001:4860:4860::8888",
  ],
  ...["2001:200::1", "2606:4700::1111", "2a00:1450::1", "3ffe::1", "2003::1"],
];

const toNumber = (address: string) => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

/** Every way that a URL writes an IPv4 address. */
function waysOf(address: string): string[] {
  const parts = address.split(".").map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  return [
    address,
    `${address}.`,
    String(toNumber(address)),
    `0x${toNumber(address).toString(16)}`,
    `0${toNumber(address).toString(8)}`,
    parts.map((part) => `0${part.toString(8)}`).join("."),
    parts.map((part) => `0x${part.toString(16)}`).join("."),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${b * 65536 + c * 256 + d}`,
    `0x${a.toString(16)}.0${b.toString(8)}.${c * 256 + d}`,
    [...address].map((digit) => (digit === "." ? "。" : String.fromCodePoint(0xff10 + Number(digit)))).join(""),
    parts.map((part) => encodeURIComponent(part).replace(/\d/g, (digit) => `%3${digit}`)).join("."),
  ];
}

/** How a URL writes an address. */
const hostsOf = (address: string): string[] =>
  address.includes(":") ? [`[${address}]`, `[${address.toUpperCase()}]`] : waysOf(address);

const named = [
  ...[
    "localhost",
    "LOCALHOST",
    "localhost.",
    "api.localhost",
    "local",
    "printer.local",
    "metadata.google.internal",
    "db",
  ],
  ...["vang", "router", "host.docker.internal", "nas.home.arpa", "server.internal"],
];

const odd = [
  "https://user@example.com/",
  "https://user:password@example.com/",
  "https://:password@example.com/",
  "https://example.com@127.0.0.1/",
  "https://example.com%40127.0.0.1/",
  "https://[fe80::1%25eth0]/",
  "https://[::1%25lo]/",
  "https://[::ffff:127.0.0.1]:8443/",
  "http://example.com/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "gopher://127.0.0.1:25/_MAIL",
  "javascript:alert(1)",
  "data:text/plain,hello",
  "unix:/var/run/docker.sock",
  "https://example.com:22/",
  "https://example.com:25/",
  "https://example.com:80/",
  "https://example.com:5432/",
  "https://example.com:6379/",
  "https://example.com:0/",
  "https://example.com:65536/",
  "https://",
  "https:///hook",
  "//example.com/hook",
  "example.com/hook",
  "https://exa mple.com/",
  "https://example.com\\@127.0.0.1/",
  "https://exam\nple.com/",
  "https://.example.com/",
  "https://example..com/",
  "",
];

/** URLs that no installation but a developer's own may send to. */
export const refusedUrls: readonly string[] = [
  ...new Set([
    ...Object.values(refusedNetworks)
      .flat()
      .flatMap(hostsOf)
      .map((host) => `https://${host}/hook`),
    ...["127.0.0.1", "169.254.169.254", "10.0.0.1", "192.168.1.1"].flatMap((address) =>
      ["443", "8443"].map((port) => `https://${address}:${port}/latest/meta-data/`),
    ),
    ...named.map((host) => `https://${host}/hook`),
    ...odd,
  ]),
];
