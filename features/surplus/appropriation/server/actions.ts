import { withClause } from '#core/clause.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { AppropriationId } from '#core/ids.ts'
import { zeroKobo } from '#core/money.ts'
import { hundredths } from '#core/percent.ts'
import { refusal, refuse } from '#core/refusal.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { submitJournal } from '#features/savings/transactions/server/record-journal.ts'
import * as contract from '#features/surplus/appropriation/contract.ts'
import {
  surplusHeadTwice,
  totalGiven,
  whyNotAppropriate,
  whyNotHeads,
} from '#features/surplus/appropriation/rules/appropriation.ts'
import { type DividendSettings, dividendDestinationNames } from '#features/surplus/appropriation/rules/destination.ts'
import { dividendRulesText } from '#features/surplus/appropriation/rules/dividend-rules.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, upsert } from '#platform/db/write.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import {
  findAppropriation,
  findClosedYear,
  findDirectorApproves,
  findDividendRules,
  findDividendSettings,
  findHeads,
  findResolutions,
  findSurplusAccount,
  findTakers,
  findType,
  getDividendChoice,
  getDividendRules,
  getSurplusRules,
  type StoredDividendRules,
} from './reads.ts'
import { replaceRules } from './writes.ts'

const yearAppropriated = refusal(
  'year_appropriated',
  409,
  'The surplus of the year to {end} is appropriated, or that waits for approval. Reverse or reject the appropriation first.',
)
const yearWithoutSurplus = refusal(
  'year_without_surplus',
  409,
  'The year to {end} left no surplus, so there is nothing to appropriate.',
)
const surplusAccountUnknown = refusal(
  'surplus_account_unknown',
  422,
  'Choose an account of liabilities or equity that is in use and is no member’s.',
)
const resolutionMissing = refusal(
  'appropriation_resolution_missing',
  422,
  'Choose a resolution of a general meeting that was held after {yearEnd}, when the year ended. Write it into the minutes of that meeting first.',
)
const directorReferenceMissing = refusal(
  'director_reference_missing',
  422,
  'Enter the number or date of the Director’s approval. Your bye-laws ask for it.',
)
const dividendChoiceClosed = refusal(
  'dividend_choice_closed',
  409,
  'Your society decides where dividends go. Ask an officer to change it.',
)

/** The approver is shown the old and the new rules. Refuses: surplus_account_unknown, surplus_head_twice, surplus_heads_above_whole. */
export const updateSurplusRules = waitingAction(
  contract.updateSurplusRules,
  async (ask, { heads, directorApproves }) => {
    const names = new Map((await findTakers(ask.tx)).map(({ accountId, name }) => [accountId, name]))
    const asked = heads.map((head) => ({ ...head, name: names.get(head.accountId) ?? '', clause: head.clause ?? '' }))
    const [before, after] = [
      surplusRulesText(await getSurplusRules(ask, {})),
      surplusRulesText({ heads: asked, directorApproves }),
    ]
    return before === after ? undefined : { description: `Rules on the surplus: ${before} → ${after}` }
  },
  async (ask, { heads, directorApproves }) => {
    const { tx, actor } = ask
    const known = new Set((await findTakers(tx)).map(({ accountId }) => accountId))
    const unknown = heads.findIndex(({ accountId }) => !known.has(accountId))
    if (unknown !== -1) refuse(surplusAccountUnknown({ field: `heads.${unknown}.accountId` }))
    const asked = heads.map(({ accountId, percent, isLeast, clause }) => ({
      ...{ accountId, isLeast },
      basisPoints: hundredths(percent) ?? 0,
      clause: clause ?? '',
    }))
    const reason = whyNotHeads(asked)
    if (reason) throw reason

    // From here on it must succeed.
    const before = surplusRulesText(await getSurplusRules(ask, {}))
    await replaceRules(tx, actor, { heads: asked, directorApproves })
    const rules = await getSurplusRules(ask, {})
    const after = surplusRulesText(rules)
    if (before !== after) recordChange(tx, actor, 'Settings', [{ field: 'surplusRules', before, after }])
    else tx.nothingChanged()
    return rules
  },
)

/** With the clauses, so that a change of one of them is recorded and approved too. */
function surplusRulesText({
  heads,
  directorApproves,
}: {
  heads: readonly { name: string; percent: number; isLeast: boolean; clause: string }[]
  directorApproves: boolean
}): string {
  const told = heads.map(({ name, percent, isLeast, clause }) =>
    withClause(`${name} ${isLeast ? 'at least ' : ''}${percent} %`, clause),
  )
  return [...(told.length > 0 ? told : ['none']), ...(directorApproves ? ['the Director approves'] : [])].join(', ')
}

/**
 * Posts what a general meeting decided about a year's surplus as one journal, or lets it wait where journals need approval.
 * The constraint appropriation_of_a_year_once speaks where another was quicker.
 * Refuses: year_not_closed, year_without_surplus, year_appropriated, surplus_account_unknown, surplus_head_twice,
 * appropriation_above_surplus, appropriation_below_rule, appropriation_resolution_missing, director_reference_missing, and a
 * date that the books do not take.
 */
export const appropriateSurplus = action(contract.appropriateSurplus, async (ask, input) => {
  const { tx, actor, today, context } = ask
  const { yearEnd, lines, meetingId, resolution, directorReference, occurredOn = today } = input
  await blockPostings(tx, actor.cooperativeId)
  const year = await findClosedYear(tx, yearEnd)
  if (year.surplus <= 0n) refuse(yearWithoutSurplus({ field: 'yearEnd', end: dayText(yearEnd) }))
  if (await findAppropriation(tx, year)) refuse(yearAppropriated({ field: 'yearEnd', end: dayText(yearEnd) }))
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
  const submitted = { ...journal, amount, description, approvals: needed }
  const { id: transactionId } = await submitJournal(tx, actor, submitted, context.requestId)
  await insert(tx, 'app.appropriation', {
    ...{ appropriationId: id, transactionId, meetingId, resolution },
    closingId: year.closingId,
    surplus: year.surplus,
    directorReference: directorReference || null,
  })
  return (await findAppropriation(tx, { id })) ?? refuse('not_found')
})

type Decision = Pick<Parsed<typeof contract.appropriateSurplus>, 'meetingId' | 'resolution' | 'directorReference'>

async function refuseUnlessDecided(
  tx: Tx,
  yearEnd: Day,
  { meetingId, resolution, directorReference }: Decision,
): Promise<void> {
  const resolutions = await findResolutions(tx, yearEnd)
  if (!resolutions.some((each) => each.meetingId === meetingId && each.text === resolution))
    refuse(resolutionMissing({ field: 'resolution', yearEnd: dayText(yearEnd) }))
  if (!directorReference && (await findDirectorApproves(tx)))
    refuse(directorReferenceMissing({ field: 'directorReference' }))
}

/** Answers the account of undistributed surplus. */
async function refuseUnlessWithinRules(
  tx: Tx,
  year: Awaited<ReturnType<typeof findClosedYear>>,
  lines: Parsed<typeof contract.appropriateSurplus>['lines'],
) {
  const known = new Set((await findTakers(tx)).map(({ accountId }) => accountId))
  const given = new Map<string, (typeof lines)[number]['amount']>()
  for (const [index, { accountId, amount }] of lines.entries()) {
    if (!known.has(accountId)) refuse(surplusAccountUnknown({ field: `lines.${index}.accountId` }))
    if (given.has(accountId)) refuse(surplusHeadTwice({ field: `lines.${index}.accountId` }))
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
    refuse(yearAppropriated({ field: 'yearEnd', end: dayText(yearEnd) }))
}

/** For dividends that are posted from now on; those that wait for approval go where they were to go. */
export const updateDividendSettings = waitingAction(
  contract.updateDividendSettings,
  async ({ tx }, settings) => {
    const [before, after] = [settingsText(await findDividendSettings(tx)), settingsText(settings)]
    return before === after ? undefined : { description: `Dividends are paid to: ${before} → ${after}` }
  },
  async ({ tx, actor }, settings) => {
    const before = settingsText(await findDividendSettings(tx))
    const { paidTo, membersChoose } = settings
    await upsert(tx, 'app.dividend_settings', ['cooperativeId'], { paidTo, membersChoose })
    const after = settingsText(settings)
    if (before !== after) recordChange(tx, actor, 'Settings', [{ field: 'dividendSettings', before, after }])
    else tx.nothingChanged()
    return settings
  },
)

function settingsText({ paidTo, membersChoose }: DividendSettings): string {
  return `${dividendDestinationNames[paidTo]}${membersChoose ? ', members choose themselves' : ''}`
}

/**
 * For runs from now on; what waits for approval is posted as it was made. The approver is shown the old and the new rules.
 * Refuses: account_type_not_found.
 */
export const updateDividendRules = waitingAction(
  contract.updateDividendRules,
  async ({ tx }, input) => {
    const stored = await findDividendRules(tx)
    const [before, after] = [dividendRulesText(stored), dividendRulesText(await rulesFrom(tx, input, stored))]
    return before === after ? undefined : { description: `Bye-laws on the dividend: ${before} → ${after}` }
  },
  async (ask, input) => {
    const { tx, actor } = ask
    const stored = await findDividendRules(tx)
    const asked = await rulesFrom(tx, input, stored)

    // From here on it must succeed.
    const before = dividendRulesText(stored)
    const { accountType: _name, ...row } = asked
    await upsert(tx, 'app.dividend_rules', ['cooperativeId'], row)
    const after = dividendRulesText(asked)
    if (before !== after) recordChange(tx, actor, 'Settings', [{ field: 'dividendRules', before, after }])
    else tx.nothingChanged()
    return getDividendRules(ask, {})
  },
)

async function rulesFrom(
  tx: Tx,
  { basis, accountTypeId, capPercent, method, heldMonths, ...rest }: Parsed<typeof contract.updateDividendRules>,
  stored: StoredDividendRules,
): Promise<StoredDividendRules> {
  const type =
    basis === 'balance'
      ? await findType(tx, accountTypeId ?? refuse('account_type_not_found', { field: 'accountTypeId' }), {
          field: 'accountTypeId',
          kinds: ['savings', 'shares'],
        })
      : null
  return {
    ...{ basis, method, heldMonths },
    accountTypeId: type?.id ?? null,
    accountType: type?.name ?? null,
    capBasisPoints: capPercent === null ? null : (hundredths(capPercent) ?? null),
    basisClause: rest.basisClause ?? '',
    methodClause: rest.methodClause ?? '',
    heldClause: rest.heldClause ?? '',
    capClause: rest.capClause ?? '',
    patronageBasis: rest.patronageBasis === undefined ? stored.patronageBasis : rest.patronageBasis,
    patronageClause: rest.patronageClause === undefined ? stored.patronageClause : (rest.patronageClause ?? ''),
  }
}

/** Refuses: dividend_choice_closed. */
export const setDividendChoice = action(contract.setDividendChoice, async (ask, { paidTo }) => {
  const { tx, actor, now } = ask
  const memberId = actor.memberId ?? refuse('not_found')
  if (!(await findDividendSettings(tx)).membersChoose) refuse(dividendChoiceClosed())
  await upsert(tx, 'app.dividend_choice', ['cooperativeId', 'memberId'], { memberId, paidTo, chosenAt: now })
  return getDividendChoice(ask, {})
})
