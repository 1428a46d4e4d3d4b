import { makeConfig } from "./vitest.config";

process.env.VANG_DEEP = "1";

/** `npm run test:deep`: every test that takes minutes or needs the npm registry, and every count as promised. */
export default makeConfig({ deep: true });
