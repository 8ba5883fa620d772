import type { CooperativeId } from '#domain/ids.ts'

/**
 * Does a job's work for one cooperative after the other. One that fails doesn't stop the next: at the end an error says
 * for how many and which the work failed, and holds each failure for the log.
 */
export async function inEachCooperative(cooperatives: readonly { id: CooperativeId }[], work: (id: CooperativeId) => Promise<unknown>): Promise<void> {
  const failures: Error[] = []
  for (const { id } of cooperatives) {
    try {
      await work(id)
    } catch (error) {
      failures.push(new Error(`${id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error }))
    }
  }
  const [first] = failures
  if (first) throw new AggregateError(failures, `Failed for ${failures.length} of ${cooperatives.length} cooperatives, the first of them ${first.message}`)
}
