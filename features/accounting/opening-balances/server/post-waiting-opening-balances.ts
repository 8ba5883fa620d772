import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, EntryId, MemberId } from '#core/ids.ts'
import { entry, type Posting } from '#features/accounting/books/rules/entry.ts'
import {
  type Checked,
  openingCode,
  type Register,
} from '#features/accounting/opening-balances/rules/opening-balances.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { openLoans, takeLoansOver } from '#features/loans/loans/server/take-loans-over.ts'
import { bringArrearsForward } from '#features/members/members/server/actions.ts'
import { bringAssets } from '#features/accounting/fixed-assets/server/writes.ts'
import { bringDeposits } from '#features/savings/fixed-deposits/server/actions.ts'
import { findOpenDays, type LockedTransaction } from '#features/savings/transactions/server/reads.ts'
import { ensureMemberAccounts, lockWith, openOwnAccount, post, type Posted } from '#platform/ledger/ledger.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { findChartAccount } from '#features/accounting/books/server/reads.ts'
import { checkCurrent, findRegister, findSigned } from './reads.ts'
import { insertBroughtHeldMoney, insertMembersBalances } from './writes.ts'

export const openingChanged = refusal(
  'opening_changed',
  409,
  'This workbook was replaced or turned down meanwhile. Look at what is there now.',
)
const openingTakesTwo = refusal(
  'opening_takes_two',
  409,
  'Two people sign opening balances, and you have signed. Another officer signs second: if there is none yet, make a member an admin under Member Management, Roles.',
)
const openingDiffers = refusal(
  'opening_differs',
  409,
  '{differences} still to be put right. Nothing can be signed before.',
)

/** Refuses: opening_differs. */
export function refuseDiffering({ differences: { length } }: Checked): void {
  if (length > 0)
    refuse(openingDiffers({ differences: `${length} ${length === 1 ? 'difference is' : 'differences are'}` }))
}

/**
 * Checks signed balances against today's register, and answers how they are posted. Refuses: opening_takes_two (who works alone checks
 * their own daily work, not the books that everything begins with), opening_differs, opening_changed, and a date that the books do not take.
 */
export async function postWaitingOpeningBalances(
  tx: Tx,
  actor: TenantActor,
  { id, amount, occurredOn }: LockedTransaction,
  { today, requestId }: { today: Day; requestId: string },
) {
  const found = (await findSigned(tx, actor, id)) ?? refuse(openingChanged())
  if (found.uploadedById === actor.loginId) refuse(openingTakesTwo())
  const reason = whyNotDate(await findOpenDays(tx), occurredOn, today)
  if (reason) throw reason
  const [checked, register] = await Promise.all([checkCurrent(tx, found), findRegister(tx, occurredOn)])
  refuseDiffering(checked)
  if (checked.sums.debit !== amount) refuse(openingChanged())
  return async () => {
    const loans = await openLoans(tx, actor, checked.loans, register)
    const { posted, accounts } = await postOpeningBalances(
      tx,
      actor,
      { checked, loans, register, on: occurredOn, source: id },
      requestId,
    )
    const usual = register.types.find(({ isDefault }) => isDefault)?.accountTypeId ?? refuse(openingChanged())
    const savings = { accountTypeId: usual, of: (memberId: MemberId) => accounts.get(`${memberId} ${usual}`) }
    await takeLoansOver(tx, actor, loans, {
      posted,
      on: occurredOn,
      openingId: id,
      isInterestEarned: checked.isInterestEarned,
      savings,
    })
    await bringDeposits(
      tx,
      actor,
      posted.entryId,
      checked.deposits.map(({ type: { accountTypeId }, ...deposit }) => ({
        ...deposit,
        accountTypeId,
        accountId: accounts.get(`${deposit.memberId} ${accountTypeId}`) ?? refuse(openingChanged()),
      })),
    )
    await bringAssets(tx, actor, id, checked.assets)
    await insertBroughtHeldMoney(tx, actor, posted.entryId, checked.held)
    await lockWith(tx, actor, occurredOn)
    await bringArrearsForward(tx, actor, occurredOn, checked.arrears)
    await insertMembersBalances(tx, actor, posted.entryId, { number: posted.number, on: occurredOn })
    return { ...posted, occurredOn, through: null }
  }
}

type Asked = {
  checked: Checked
  loans: Awaited<ReturnType<typeof openLoans>>
  register: Register
  on: Day
  source: string
}

async function postOpeningBalances(
  tx: Tx,
  actor: TenantActor,
  { checked: { holdings, lines, deposits }, loans, register, on, source }: Asked,
  requestId: string,
): Promise<{ posted: Posted; accounts: ReadonlyMap<string, AccountId> }> {
  const own =
    (await findChartAccount(tx, openingCode)) ??
    (await openOwnAccount(tx, actor.cooperativeId, { code: openingCode, name: 'Opening balances', class: 'equity' }))
  const held = [
    ...holdings,
    ...deposits.map(({ memberId, type: { accountTypeId }, principal }) => ({
      memberId,
      accountTypeId,
      amount: principal,
    })),
  ]
  const accounts = await openMemberAccounts(tx, actor, { holdings: held, register })
  const postings: Posting[] = [
    ...lines.map(({ accountId, debit, credit }) =>
      debit > 0n ? { debit: accountId, credit: own, amount: debit } : { debit: own, credit: accountId, amount: credit },
    ),
    ...held.map(({ memberId, accountTypeId, amount }) => ({
      debit: own,
      credit: accounts.get(`${memberId} ${accountTypeId}`) as AccountId,
      amount,
    })),
    ...loans.map(({ accountId, principal }) => ({ debit: accountId, credit: own, amount: principal })),
  ]
  const id = newId<EntryId>()
  const [posted] = await post(tx, actor.cooperativeId, [
    {
      entry: entry({ id, on, kind: 'opening', source: { type: 'opening', id: source }, postings }),
      actorId: actor.loginId,
      requestId,
    },
  ])
  if (!posted) throw new Error('Opening balances were posted without an answer')
  return { posted, accounts }
}

async function openMemberAccounts(
  tx: Tx,
  actor: TenantActor,
  { holdings, register }: Pick<Checked, 'holdings'> & { register: Register },
): Promise<ReadonlyMap<string, AccountId>> {
  const numbers = new Map(register.members.map(({ memberId, number }) => [memberId, number]))
  const types = new Map(
    [...register.types, ...register.depositTypes.map((type) => ({ ...type, kind: 'fixed_deposit' as const }))].map(
      (type) => [type.accountTypeId, type],
    ),
  )
  const controls = new Map(register.accounts.map((account) => [account.accountId, account]))
  const wanted = holdings.flatMap(({ memberId, accountTypeId }) => {
    const [number, type] = [numbers.get(memberId), types.get(accountTypeId)]
    const control = type && controls.get(type.controlId)
    if (number === undefined || !type || !control) return []
    return [
      {
        memberId,
        membershipNumber: number,
        accountTypeId,
        typeName: type.name,
        typeKind: type.kind,
        controlId: type.controlId,
        controlCode: control.code,
      },
    ]
  })
  return ensureMemberAccounts(tx, actor.cooperativeId, wanted)
}
