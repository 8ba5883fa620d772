import type { updateProvisionClasses as contract } from '#features/loans/portfolio/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { classesOf, type ProvisionClass, whyNotClasses } from '#features/loans/loans/rules/portfolio.ts'
import { hundredths } from '#core/percent.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { findProvisionClasses } from './queries.ts'
import { replaceClasses } from './store.ts'

type Input = Parsed<typeof contract>

export async function getProvisionClasses(tx: Tx): Promise<Replied<typeof contract>> {
  const classes = await findProvisionClasses(tx)
  return {
    classes: classes.map(({ name, from, to, basisPoints }) => ({
      ...{ name, from, percent: basisPoints / 100 },
      to: to ?? null,
    })),
  }
}

/** Refuses: provision_days_wrong, provision_percent_wrong. */
export async function updateProvisionClasses(
  tx: Tx,
  actor: TenantActor,
  input: Input,
): Promise<Replied<typeof contract>> {
  const terms = termsOf(input)
  const reason = whyNotClasses(terms)
  if (reason) throw reason

  // From here on it must succeed.
  const before = wordsOf(await findProvisionClasses(tx))
  await replaceClasses(tx, actor, terms)
  const after = wordsOf(await findProvisionClasses(tx))
  if (before !== after) recordChange(tx, actor, 'Settings', [{ field: 'provisionClasses', before, after }])
  else tx.nothingChanged()
  return getProvisionClasses(tx)
}

/** The old and the new classes for the approver, because they decide what the year is charged with. */
export async function describeProvisionClasses(tx: Tx, _actor: TenantActor, input: Input): Promise<Change | undefined> {
  const [before, after] = [wordsOf(await findProvisionClasses(tx)), wordsOf(classesOf(termsOf(input)))]
  return before === after ? undefined : { description: `Provision for loan losses: ${before} → ${after}` }
}

const termsOf = ({ classes }: Input) =>
  classes.map(({ from, percent }) => ({ from, basisPoints: hundredths(percent) ?? 0 }))

function wordsOf(classes: readonly ProvisionClass[]): string {
  return classes.map(({ name, from, basisPoints }) => `${name} from ${from} days ${basisPoints / 100} %`).join(', ')
}
