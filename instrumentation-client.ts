// Zod tests whether it can compile its checks with `eval`, which our content policy forbids and reports. Set in Zod's
// global configuration here, because importing Zod would add all of it to every page.
(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };
