/** Uses the items in their order, so many at once. Ends with the first failure. */
export async function atOnce<Item>(
  items: readonly Item[],
  count: number,
  use: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  const work = async (): Promise<void> => {
    for (const item of rest) await use(item)
  }
  await Promise.all(Array.from({ length: count }, work))
}
