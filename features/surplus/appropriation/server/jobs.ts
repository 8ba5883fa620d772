import { sentenceOf } from '#core/contract/refusals.ts'
import type { CooperativeActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { CooperativeId, SessionId } from '#core/ids.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { askOf } from '#platform/action.ts'
import { type Context, noLogin, type Services } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { DividendStep } from '#platform/db/payments.ts'
import type { Tx } from '#platform/db/tx.ts'
import { repayLoan } from '#features/loans/loans/server/actions.ts'
import { getSettlementQuote } from '#features/loans/loans/server/reads.ts'
import { lockActiveLoans } from '#features/loans/running-loans/server/reads.ts'
import { recordSharesFromSavings } from '#features/savings/transactions/server/record-movement.ts'
import { inTurn } from '#platform/jobs/in-turn.ts'
import { findUnspent, lockUnspent, type UnspentLine } from './reads.ts'
import { markSpent } from './writes.ts'

type Spent = { spent: Kobo; entryNumbers: number[]; keptBecause: string | null }

/**
 * Buys shares and repays loans of what a posted dividend gives for them, each member in a transaction of their own, so that it
 * may run at any time and again after a crash, and happens once. What a rule refuses stays on the savings, with the reason.
 */
export async function spendDividend(services: Services, { cooperative, dividend }: DividendStep): Promise<void> {
  const actor = dividendActor(cooperative)
  const inCooperative = <T>(work: (tx: Tx) => Promise<T>) =>
    services.database.tenant({ cooperativeId: cooperative, role: 'coop_admin' }, work)
  const lines = await inCooperative((tx) => findUnspent(tx, dividend))
  const members = lines.map(({ memberId }) => ({ id: memberId }))
  await inTurn('members', members, async ({ id: memberId }) => {
    const context = { ...services, requestId: newId(), now: new Date() }
    try {
      await inCooperative(async (tx) => {
        const line = await lockUnspent(tx, dividend, memberId)
        if (line) await markSpent(tx, dividend, memberId, await spend(tx, actor, line, context))
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const keptBecause = sentenceOf(error).slice(0, 300)
      await inCooperative((tx) => markSpent(tx, dividend, memberId, { spent: zeroKobo, entryNumbers: [], keptBecause }))
    }
  })
}

function spend(tx: Tx, actor: CooperativeActor, line: UnspentLine, context: Context): Promise<Spent> {
  return line.paidTo === 'shares' ? buyShares(tx, actor, line, context) : repayLoans(tx, actor, line, context)
}

async function buyShares(
  tx: Tx,
  actor: CooperativeActor,
  { memberId, net, accountTypeId: savings }: UnspentLine,
  context: Context,
): Promise<Spent> {
  const occurredOn = dayIn(context.now)
  const bought = await recordSharesFromSavings(tx, actor, { memberId, savings, most: net, occurredOn }, context)
  if (!bought) return { spent: zeroKobo, entryNumbers: [], keptBecause: 'It is less than the price of one share.' }
  return {
    spent: bought.amount,
    entryNumbers: [bought.entryNumber],
    keptBecause: bought.amount < net ? 'Shares are bought whole.' : null,
  }
}

/** The oldest loan first, each up to what settles it today. */
async function repayLoans(
  tx: Tx,
  actor: CooperativeActor,
  { memberId, net }: UnspentLine,
  context: Context,
): Promise<Spent> {
  const ask = askOf(tx, actor, context)
  const loans = await lockActiveLoans(tx, [memberId])
  let left: bigint = net
  const entryNumbers: number[] = []
  for (const { loanId } of loans) {
    if (left === 0n) break
    const { amount: owed } = await getSettlementQuote(ask, { loanId })
    const amount = kobo(owed < left ? owed : left)
    if (amount === 0n) continue
    const loan = await repayLoan(ask, { loanId, amount, from: 'savings' })
    entryNumbers.push(Math.max(...loan.movements.map(({ entryNumber }) => entryNumber)))
    left -= amount
  }
  const spent = kobo(net - left)
  const none = spent === 0n ? 'There is no loan to repay.' : 'No more was owed on loans.'
  return { spent, entryNumbers, keptBecause: left > 0n ? none : null }
}

/** Who buys shares and repays loans of an approved dividend: no person. */
function dividendActor(cooperativeId: CooperativeId): CooperativeActor {
  return {
    role: 'coop_admin',
    cooperativeId,
    cooperativeStatus: 'active',
    loginId: noLogin,
    sessionId: '' as SessionId,
    name: 'Dividend',
    memberId: undefined,
    office: 'admin',
  }
}
