import { type Hint, hints } from '#platform/live/hints.ts'

/** The hints that this process gives while something is done. */
export async function hintsDuring(work: () => Promise<unknown>): Promise<Hint[]> {
  const given: Hint[] = []
  const hear = (hint: unknown) => void given.push(hint as Hint)
  hints.subscribe(hear)
  await work()
  hints.unsubscribe(hear)
  return given
}
