import { expect, test } from 'vitest'
import { activationCodeLifetime, codeLimits, lockDuration } from './session.ts'

test('fewer than 2,000 activation codes can be tried while one works, by whoever never rests and by whoever waits for the count to be swept', () => {
  const day = 24 * 3_600_000
  const { allowed, lockMinutes } = codeLimits.everywhere
  /** Tries until the code ends: after so many locks in a row the guesser lets a day pass, which forgets them. */
  const triesOf = (locksInARow: number) => {
    let [time, tries, locks] = [0, 0, 0]
    while (time < activationCodeLifetime) {
      tries += allowed
      time += lockDuration(codeLimits.everywhere, locks)
      locks += 1
      if (locks < locksInARow) continue
      // A lock of a day is forgotten as it ends (platform/jobs/sweep.ts).
      time += lockDuration(codeLimits.everywhere, locks - 1) >= day ? 0 : day
      locks = 0
    }
    return tries
  }
  const most = Math.max(...lockMinutes.map((_, n) => triesOf(n + 1)), triesOf(Number.POSITIVE_INFINITY))
  expect(most).toBeLessThan(2000)
  // Without a lock no try is bounded.
  expect(most).toBeGreaterThan(allowed)
})
