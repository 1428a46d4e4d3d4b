/** One value for all copies of our modules in a process (Next's bundle, the API's, a reload's), made by the first. */
export function processWide<Value>(name: string, make: () => Value): Value {
  const values = globalThis as typeof globalThis & Record<`vang ${string}`, Value | undefined>;
  const value = values[`vang ${name}`] ?? make();
  values[`vang ${name}`] = value;
  return value;
}

/** The same for what is opened at first use, and again after it was closed. `forget` returns what is to be closed. */
export function openedOnce<Value>(name: string, open: () => Value) {
  const shared = processWide<{ opened?: Value }>(name, () => ({}));
  return {
    get: (): Value => {
      shared.opened ??= open();
      return shared.opened;
    },
    forget: (): Value | undefined => {
      const { opened } = shared;
      shared.opened = undefined;
      return opened;
    },
  };
}
