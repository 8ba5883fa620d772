/**
 * Does a job's work for one thing after the other. One that fails doesn't stop the next: at the end an error says for
 * how many and which the work failed, and holds each failure for the log.
 */
export async function inTurn<Item extends { id: string }>(
  things: string,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: Error[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(
        new Error(`${item.id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error }),
      )
    }
  }
  const [first] = failures
  if (first)
    throw new AggregateError(
      failures,
      `Failed for ${failures.length} of ${items.length} ${things}, the first of them ${first.message}`,
    )
}
