// Zod looks whether it may compile its checks with `eval`, which our content policy forbids and reports. Said here for its
// configuration to find: importing it would send all of it with every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
