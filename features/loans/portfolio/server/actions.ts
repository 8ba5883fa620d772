import type { Parsed } from '#core/contract/endpoint.ts'
import { hundredths } from '#core/percent.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { classesOf, type ProvisionClass, whyNotClasses } from '#features/loans/loans/rules/portfolio.ts'
import * as contract from '#features/loans/portfolio/contract.ts'
import { findProvisionClasses, getProvisionClasses } from './reads.ts'
import { replaceClasses } from './writes.ts'

/** Refuses: provision_days_wrong, provision_percent_wrong. */
export const updateProvisionClasses = waitingAction(
  contract.updateProvisionClasses,
  async ({ tx }, input) => {
    // The approver reads the old and the new classes, because they decide what the year is charged with.
    const [before, after] = [wordsOf(await findProvisionClasses(tx)), wordsOf(classesOf(termsOf(input)))]
    return before === after ? undefined : { description: `Provision for loan losses: ${before} → ${after}` }
  },
  async (ask, input) => {
    const { tx, actor } = ask
    const terms = termsOf(input)
    const reason = whyNotClasses(terms)
    if (reason) throw reason

    // From here on it must succeed.
    const before = wordsOf(await findProvisionClasses(tx))
    await replaceClasses(tx, actor, terms)
    const after = wordsOf(await findProvisionClasses(tx))
    if (before !== after) recordChange(tx, actor, 'Settings', [{ field: 'provisionClasses', before, after }])
    else tx.nothingChanged()
    return getProvisionClasses(ask, {})
  },
)

const termsOf = ({ classes }: Parsed<typeof contract.updateProvisionClasses>) =>
  classes.map(({ from, percent }) => ({ from, basisPoints: hundredths(percent) ?? 0 }))

function wordsOf(classes: readonly ProvisionClass[]): string {
  return classes.map(({ name, from, basisPoints }) => `${name} from ${from} days ${basisPoints / 100} %`).join(', ')
}
