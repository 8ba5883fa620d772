import type { Day } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'

type Line = { on: Day; amount: Kobo; reference?: string | null | undefined }

/** A reference as it is compared; undefined for what banks write where they have none (zeros, NONREF), the number of a row or cheque, and one that Excel has rounded. */
export function tellingReference(text: string | null | undefined): string | undefined {
  const plain = (text ?? '').replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
  const isRounded = /^\d(?:\.\d+)?E\+\d+$/i.test(text ?? '')
  return /[1-9]/.test(plain) && !/^\d{1,4}$/.test(plain) && !isRounded ? plain : undefined
}

/**
 * The lines of a file that its references make known: a reference is on one day alone of the file and of what is stored, on one line or
 * on several of other amounts each (a payment, its charge, what took it back), and the amounts on both sides are the same. That a
 * reference is not here says nothing: some banks write others in each download, and a sheet changes long numbers.
 */
export function knownByReference<Given extends Line>(
  stored: readonly Line[],
  lines: readonly Given[],
): ReadonlySet<Given> {
  const [inFile, there] = [byReference(lines), byReference(stored)]
  const known = new Set<Given>()
  for (const [reference, given] of inFile) {
    const same = there.get(reference) ?? []
    const [amounts, others] = [amountsOf(given), amountsOf(same)]
    const isOneDay = new Set([...given, ...same].map(({ on }) => on)).size === 1
    const isOneOfMany = given.length === 1 || inFile.size > 1
    if (isOneDay && isOneOfMany && new Set(amounts).size === amounts.length && amounts.join() === others.join())
      for (const line of given) known.add(line)
  }
  return known
}

const amountsOf = (group: readonly Line[]) => group.map(({ amount }) => `${amount}`).toSorted()

function byReference<Each extends Line>(lines: readonly Each[]): Map<string | undefined, Each[]> {
  const groups = Map.groupBy(lines, ({ reference }) => tellingReference(reference))
  groups.delete(undefined)
  return groups
}
