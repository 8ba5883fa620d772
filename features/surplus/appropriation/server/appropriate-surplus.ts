import type { appropriateSurplus as contract } from '#features/surplus/appropriation/contract.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { type Day, dayIn, dayText } from '#domain/calendar.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import type { AppropriationId } from '#domain/ids.ts'
import { zeroKobo } from '#domain/money.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { refuse } from '#domain/refusal.ts'
import { totalGiven, whyNotAppropriate } from '#features/surplus/appropriation/rules/appropriation.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import { findOpenDays } from '#features/savings/transactions/server/queries.ts'
import { submitJournal } from '#features/savings/transactions/server/record-journal.ts'
import { blockPostings } from '#server/ledger/ledger.ts'
import {
  findAppropriation,
  findClosedYear,
  findDirectorApproves,
  findHeads,
  findResolutions,
  findSurplusAccount,
  findTakers,
} from './queries.ts'
import { insertAppropriation } from './store.ts'

/**
 * Posts what a general meeting decided about a year's surplus as one journal, or lets it wait where journals need approval.
 * Refuses: year_not_closed, year_without_surplus, year_appropriated, surplus_account_unknown, surplus_head_twice,
 * appropriation_above_surplus, appropriation_below_rule, appropriation_resolution_missing, director_reference_missing, and a
 * date that the books do not take.
 */
export async function appropriateSurplus(
  tx: Tx,
  actor: TenantActor,
  { yearEnd, lines, meetingId, resolution, directorReference, occurredOn: asked }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  await blockPostings(tx, actor.cooperativeId)
  const today = dayIn(now)
  const occurredOn = asked ?? today
  const year = await findClosedYear(tx, yearEnd)
  if (year.surplus <= 0n) refuse('year_without_surplus', { field: 'yearEnd', end: dayText(yearEnd) })
  if (await findAppropriation(tx, year)) refuse('year_appropriated', { field: 'yearEnd', end: dayText(yearEnd) })
  await refuseUnlessDecided(tx, yearEnd, { meetingId, resolution, directorReference })
  const surplusAccount = await refuseUnlessWithinRules(tx, year, lines)
  const dated = whyNotDate(await findOpenDays(tx), occurredOn, today)
  if (dated) throw dated
  const amount = totalGiven(lines)
  const needed = approvalsNeeded(await findApprovalRules(tx), 'journal', amount)

  // From here on it must succeed.
  const journal = {
    occurredOn,
    lines: [
      { accountId: surplusAccount, debit: amount, credit: zeroKobo },
      ...lines.map((line) => ({ accountId: line.accountId, debit: zeroKobo, credit: line.amount })),
    ],
  }
  const id = newId<AppropriationId>()
  const description = `Appropriation of the surplus of the year to ${dayText(yearEnd)}`
  const kept = await submitJournal(tx, actor, { ...journal, amount, description, approvals: needed }, requestId)
  await insertAppropriation(tx, actor, {
    ...{ id, meetingId, resolution },
    transactionId: kept.id,
    closingId: year.closingId,
    surplus: year.surplus,
    directorReference: directorReference || null,
  })
  return (await findAppropriation(tx, { id })) ?? refuse('not_found')
}

type Decision = Pick<Parsed<typeof contract>, 'meetingId' | 'resolution' | 'directorReference'>

async function refuseUnlessDecided(
  tx: Tx,
  yearEnd: Day,
  { meetingId, resolution, directorReference }: Decision,
): Promise<void> {
  const resolutions = await findResolutions(tx, yearEnd)
  if (!resolutions.some((each) => each.meetingId === meetingId && each.text === resolution))
    refuse('appropriation_resolution_missing', { field: 'resolution', yearEnd: dayText(yearEnd) })
  if (!directorReference && (await findDirectorApproves(tx)))
    refuse('director_reference_missing', { field: 'directorReference' })
}

/** Answers the account of undistributed surplus. */
async function refuseUnlessWithinRules(
  tx: Tx,
  year: Awaited<ReturnType<typeof findClosedYear>>,
  lines: Parsed<typeof contract>['lines'],
) {
  const known = new Set((await findTakers(tx)).map(({ accountId }) => accountId))
  const given = new Map<string, (typeof lines)[number]['amount']>()
  for (const [index, { accountId, amount }] of lines.entries()) {
    if (!known.has(accountId)) refuse('surplus_account_unknown', { field: `lines.${index}.accountId` })
    if (given.has(accountId)) refuse('surplus_head_twice', { field: `lines.${index}.accountId` })
    given.set(accountId, amount)
  }
  const heads = await findHeads(tx)
  const { id, balance } = await findSurplusAccount(tx)
  const reason = whyNotAppropriate({
    surplus: year.surplus,
    available: balance > 0n ? balance : zeroKobo,
    heads,
    given: heads.map(({ accountId }) => given.get(accountId) ?? zeroKobo),
    total: totalGiven(lines),
  })
  if (reason) throw reason
  return id
}

/** Refuses the reversal of a closing whose surplus is appropriated: year_appropriated. */
export async function refuseAppropriated(tx: Tx, yearEnd: Day): Promise<void> {
  if (await findAppropriation(tx, await findClosedYear(tx, yearEnd)))
    refuse('year_appropriated', { field: 'yearEnd', end: dayText(yearEnd) })
}
