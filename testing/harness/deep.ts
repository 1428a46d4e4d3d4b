/** Whether this is `npm run test:deep`. */
export const isDeep = Boolean(process.env.VANG_DEEP);

/** How often to try: a few times in `npm test`, as often as promised in the deep run, or as a setting says. */
export const trials = (setting: string | undefined, few: number, promised: number): number =>
  Number(setting ?? (isDeep ? promised : few));
