/** Every item of a list that comes in pages, each of which is fetched when it is needed. */
export async function* pages<Page extends { next: string | null }, Item>(
  fetchPage: (cursor: { cursor?: string }) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  for (let cursor: string | undefined; ; ) {
    const page = await fetchPage(cursor === undefined ? {} : { cursor });
    yield* itemsOf(page);
    if (page.next === null) return;
    cursor = page.next;
  }
}
