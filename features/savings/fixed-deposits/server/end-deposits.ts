import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import { type Ending, type EndingMove, endingDescription } from '#features/savings/fixed-deposits/rules/ending.ts'
import type { AccountId, AccountTypeId, EntryId, FixedDepositId, MemberId } from '#core/ids.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { interestCode } from '#features/accounting/books/rules/chart.ts'
import { needChartAccount } from '#features/accounting/books/server/reads.ts'
import { ensureMemberAccounts, post, receiptNumber, renewFloors } from '#platform/ledger/ledger.ts'
import { findAccruedOf, findNextCertificate, findOrdinarySavings, type LockedDeposit } from './reads.ts'
import { type DepositMovement, insertDepositMovements, insertDeposits, markEnded, markEndingNumbers } from './writes.ts'

export type DepositToEnd = { deposit: LockedDeposit; ending: Ending; brokenReason: string | null }

type Places = {
  expenseId: AccountId
  accrued: Awaited<ReturnType<typeof findAccruedOf>>
  savingsTypeId: AccountTypeId
  savingsOf: (memberId: MemberId) => AccountId
}

/**
 * Ends deposits, each by an entry of its own, all in one call: their floors fall, their money moves, and what is renewed is
 * bound again. The caller holds the books and the deposits, and has said why not.
 */
export async function endDeposits(
  tx: Tx,
  actor: TenantActor,
  all: readonly DepositToEnd[],
  { on, requestId }: { on: Day; requestId: string },
): Promise<void> {
  const places = await findPlaces(tx, actor, all)
  const ended = all.map((each) => ({ ...each, entryId: newId<EntryId>() }))
  await markEnded(
    tx,
    actor,
    ended.map(({ deposit, ending, brokenReason, entryId }) => ({
      id: deposit.id,
      status: ending.status,
      endedOn: on,
      entryId,
      interest: ending.interest,
      brokenReason,
    })),
  )
  await renewFloors(
    tx,
    actor.cooperativeId,
    all.map(({ deposit }) => deposit.accountId),
  )
  const entries = ended.map(({ deposit, ending, entryId }) => ({
    entry: entry({
      id: entryId,
      on,
      kind: 'fixed_deposit',
      source: { type: 'fixed_deposit_end', id: entryId },
      postings: [...ending.moves.map((move) => postingOf(deposit, move, places)), ...releaseOf(deposit, places)],
    }),
    actorId: actor.loginId,
    requestId,
  }))
  const posted = (await post(tx, actor.cooperativeId, entries)).map((each) => ({
    ...each,
    receipt: receiptNumber(each),
  }))
  await markEndingNumbers(tx, posted)
  await insertDepositMovements(
    tx,
    actor,
    ended.flatMap(({ deposit, ending, entryId }) =>
      movementsOf(deposit, ending, { entryId, on, savingsTypeId: places.savingsTypeId }),
    ),
    posted,
  )
  await renew(tx, actor, ended)
}

/** The expense account, what accruals have booked of these deposits, and the ordinary savings of those who are paid, opened where they have none. */
async function findPlaces(tx: Tx, actor: TenantActor, all: readonly DepositToEnd[]): Promise<Places> {
  const expenseId = await needChartAccount(tx, interestCode)
  const accrued = await findAccruedOf(
    tx,
    all.map(({ deposit }) => deposit.id),
  )
  const savings = await findOrdinarySavings(tx)
  const paid = new Map(
    all
      .filter(({ ending }) => ending.moves.some(({ to }) => to === 'savings'))
      .map(({ deposit }) => [deposit.memberId, deposit.membershipNumber]),
  )
  const accounts = await ensureMemberAccounts(
    tx,
    actor.cooperativeId,
    [...paid].map(([memberId, membershipNumber]) => ({
      memberId,
      membershipNumber,
      accountTypeId: savings.id,
      typeName: savings.name,
      typeKind: savings.kind,
      controlId: savings.controlId,
      controlCode: savings.controlCode,
    })),
  )
  const savingsOf = (memberId: MemberId) => {
    const found = accounts.get(`${memberId} ${savings.id}`)
    if (!found) throw new Error('The savings of a member who is paid were not opened')
    return found
  }
  return { expenseId, accrued, savingsTypeId: savings.id, savingsOf }
}

function postingOf(
  { accountId, memberId }: LockedDeposit,
  { of, to, amount }: EndingMove,
  { expenseId, savingsOf }: Places,
) {
  return {
    debit: of === 'principal' ? accountId : expenseId,
    credit: to === 'deposit' ? accountId : savingsOf(memberId),
    amount,
  }
}

/** What an accrual booked as owed leaves interest payable with the deposit, so that nothing is an expense twice. */
function releaseOf({ id }: LockedDeposit, { accrued, expenseId }: Places) {
  const booked = accrued.get(id)
  return booked ? [{ debit: booked.payableId, credit: expenseId, amount: booked.payable }] : []
}

function movementsOf(
  deposit: LockedDeposit,
  { status, moves }: Ending,
  { entryId, on, savingsTypeId }: { entryId: EntryId; on: Day; savingsTypeId: AccountTypeId },
): DepositMovement[] {
  return moves.flatMap(({ of, to, amount }, index): DepositMovement[] => {
    const row = {
      type: of === 'interest' ? ('interest' as const) : ('fixed_deposit' as const),
      memberId: deposit.memberId,
      amount,
      occurredOn: on,
      description: endingDescription(deposit.number, status, of),
      entryId,
      line: index + 1,
      through: null,
    }
    const into = {
      ...row,
      accountTypeId: to === 'deposit' ? deposit.accountTypeId : savingsTypeId,
      direction: 'in' as const,
    }
    return of === 'interest' ? [into] : [{ ...row, accountTypeId: deposit.accountTypeId, direction: 'out' }, into]
  })
}

/** Opens the deposits that go on with the money of matured ones, and binds it. */
async function renew(
  tx: Tx,
  actor: TenantActor,
  ended: readonly (DepositToEnd & { entryId: EntryId })[],
): Promise<void> {
  const renewals = ended.flatMap(({ deposit, ending, entryId }) =>
    ending.renewal ? [{ deposit, renewal: ending.renewal, entryId }] : [],
  )
  if (renewals.length === 0) return
  const first = await findNextCertificate(tx)
  await insertDeposits(
    tx,
    actor,
    renewals.map(({ deposit, renewal, entryId }, index) => ({
      ...renewal,
      id: newId<FixedDepositId>(),
      number: first + index,
      memberId: deposit.memberId,
      accountTypeId: deposit.accountTypeId,
      accountId: deposit.accountId,
      renews: deposit.id,
      entryId,
    })),
  )
  await renewFloors(
    tx,
    actor.cooperativeId,
    renewals.map(({ deposit }) => deposit.accountId),
  )
}
