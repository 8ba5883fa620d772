import type { previewInterest as contract } from '#features/savings/interest/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { sumKobo } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { fileFormatOf } from '#core/file-format.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'

import type { FileDraft } from '#platform/files/file-draft.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { draftInterest } from './draft-interest.ts'
import { pageLines } from './page-lines.ts'
import { findInterestType, findPeriod } from './queries.ts'
import { calculateInterest } from './calculate-interest.ts'

/** What the interest of a period comes to if it is posted now. Refuses: interest_not_borne, interest_period_unknown, interest_posted, interest_posted_later. */
export async function previewInterest(
  tx: Tx,
  _actor: TenantActor,
  { accountTypeId, to, format: asked, ...list }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const type = await findInterestType(tx, accountTypeId)
  const period = await findPeriod(tx, type, to, dayIn(now))
  const lines = await calculateInterest(tx, type, period)
  const format = fileFormatOf(asked)
  if (format) return draftInterest(tx, lines, { format, name: type.name, ...period, now })
  const total = sumKobo(lines.map(({ amount }) => amount))
  const { terms } = type
  const summary = {
    name: type.name,
    annualRatePercent: terms.rateBasisPoints / 100,
    method: terms.method,
    leastBalance: terms.leastBalance,
    ...period,
    members: lines.filter(({ amount }) => amount > 0n).length,
    interest: sumKobo(lines.map(({ interest }) => interest)),
    difference: sumKobo(lines.map(({ difference }) => difference)),
    total,
    approvals: approvalsNeeded(await findApprovalRules(tx), 'journal', total),
  }
  return { ...pageLines(lines, 'amount', list), summary }
}
