import { addMonthsToDay } from '#core/calendar.ts'
import { kobo, sumKobo } from '#core/money.ts'
import type { DepositSaid } from '#features/society/configuration/rules/type-terms.ts'
import { createAccountType, updateAccountType } from '#features/society/configuration/server/actions.ts'
import { findAccountTypes } from '#features/society/configuration/server/reads.ts'
import { openFixedDeposit, payMaturedDeposits } from '#features/savings/fixed-deposits/server/actions.ts'
import { findInterestType, listInterestTypes } from '#features/savings/interest/server/reads.ts'
import { calculateInterest } from '#features/savings/interest/server/calculate-interest.ts'
import { runInterest } from '#features/savings/interest/server/actions.ts'
import { askOf } from '#platform/action.ts'
import { sampleDeposits } from './sample-people.ts'
import { asOfficer, memberAt, type SampleSociety, seedDay } from './sample-society.ts'

/** The rate of fixed deposits and of ordinary savings, in percent a year. */
const depositRatePercent = 10
const savingsRatePercent = 4

/** Fixed deposits in each state: one runs, one has matured, one was paid out. */
export async function seedDeposits(society: SampleSociety): Promise<void> {
  const { context, actor } = society
  const fixedDeposit = {
    annualRatePercent: depositRatePercent,
    months: 12,
    leastAmount: kobo(1_000_000),
    atMaturity: 'pay_out',
    breakRule: 'forfeit',
    rates: [
      { months: 3, from: kobo(0), annualRatePercent: 6 },
      { months: 6, from: kobo(0), annualRatePercent: 8 },
      { months: 6, from: kobo(50_000_000), annualRatePercent: 9 },
    ],
  } satisfies DepositSaid
  const { id: accountTypeId } = await asOfficer(society, (tx) =>
    createAccountType(askOf(tx, actor, context), { name: 'Fixed deposit', kind: 'fixed_deposit', fixedDeposit }),
  )
  for (const { n, naira, monthsAgo, paidOut } of sampleDeposits) {
    const occurredOn = addMonthsToDay(seedDay(society), -monthsAgo)
    const { memberid: memberId } = memberAt(society, n)
    const deposit = { memberId, accountTypeId, months: 12, amount: kobo(naira * 100), occurredOn }
    await asOfficer(society, async (tx) => {
      const ask = askOf(tx, actor, context)
      const { id, maturesOn } = await openFixedDeposit(ask, deposit)
      if (paidOut) await payMaturedDeposits(ask, { depositIds: [id], occurredOn: maturesOn })
    })
  }
}

/** Ordinary savings earn interest by the quarter; the last but one that is over is posted, so that one is left to post. */
export async function seedInterest(society: SampleSociety): Promise<void> {
  const { context, actor } = society
  await asOfficer(society, async (tx) => {
    const ordinary = (await findAccountTypes(tx)).find(({ isDefault }) => isDefault)
    if (!ordinary) throw new Error('The sample cooperative has no ordinary savings')
    const interest = {
      annualRatePercent: savingsRatePercent,
      method: 'minimum',
      every: 'quarter',
      leastBalance: kobo(100_000),
    } as const
    const ask = askOf(tx, actor, context)
    await updateAccountType(ask, { id: ordinary.id, interest })
    const { rows } = await listInterestTypes(ask, { page: 1, limit: 100 })
    const offered = rows.find(({ accountTypeId }) => accountTypeId === ordinary.id)
    const period = offered?.periods[1]
    if (!period) throw new Error('The sample cooperative has no quarter to post interest for')
    const lines = await calculateInterest(tx, await findInterestType(tx, ordinary.id), period)
    const total = sumKobo(lines.map(({ amount }) => amount))
    await runInterest(ask, { accountTypeId: ordinary.id, to: period.to, total })
  })
}
