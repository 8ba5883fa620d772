import { type Day, firstDayOf, type Period } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, CooperativeId, EntryId, LoginId, MemberId, TransactionId } from '#core/ids.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import type { Kobo } from '#core/money.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import {
  ensureMemberAccounts,
  type MemberAccountWanted,
  post,
  type Posted,
  receiptNumber,
} from '#platform/ledger/ledger.ts'
import type { Payee } from './reads.ts'
import { ensurePayableType } from './open-credited-accounts.ts'
import { insertTransactions } from './writes.ts'
import { t } from '#core/sentence.ts'
import type { Author } from '#core/actor.ts'

/** Money that moves into or out of one member's account; the other side is an account of the society. */
export type Movement = {
  memberId: MemberId
  accountTypeId: AccountTypeId
  /** The member's account in the ledger; undefined where this movement opens it. */
  accountId: AccountId | undefined
  /** What opening it takes. */
  toOpen: MemberAccountWanted
  counterAccountId: AccountId
  /** What that account is called, where it is one of the society's cash and bank accounts. */
  throughName?: string
  direction: 'in' | 'out'
  amount: Kobo
  period: Period | null
  description: string
  reference?: string | undefined
}

/** One voucher: its movements are posted as one entry. */
export type Voucher = {
  kind: 'contribution' | 'withdrawal' | 'deposit'
  occurredOn: Day
  movements: readonly Movement[]
  recordedBy: { loginId: LoginId; name: string }
  requestId: string
}

type RecordedVoucher = Posted & { transactionIds: TransactionId[] }

/** Posts members' money: opens missing accounts and posts one entry a voucher, a line for each movement. */
async function postVouchers(tx: Tx, cooperativeId: CooperativeId, vouchers: readonly Voucher[]): Promise<Posted[]> {
  const missing = vouchers.flatMap(({ movements }) =>
    movements.flatMap((movement) => (movement.accountId ? [] : [movement.toOpen])),
  )
  const opened = await ensureMemberAccounts(tx, cooperativeId, missing)
  const accountOf = ({ accountId, memberId, accountTypeId }: Movement): AccountId => {
    const found = accountId ?? opened.get(`${memberId} ${accountTypeId}`)
    if (!found) throw new Error(`No account of member ${memberId} was opened`)
    return found
  }
  const entries = vouchers.map((voucher) => {
    const id = newId<EntryId>()
    const postings = voucher.movements.map((movement) => {
      const own = accountOf(movement)
      const other = movement.counterAccountId
      return {
        amount: movement.amount,
        debit: movement.direction === 'in' ? other : own,
        credit: movement.direction === 'in' ? own : other,
      }
    })
    return {
      entry: entry({ id, on: voucher.occurredOn, kind: voucher.kind, source: { type: voucher.kind, id }, postings }),
      actorId: voucher.recordedBy.loginId,
      requestId: voucher.requestId,
    }
  })
  return post(tx, cooperativeId, entries)
}

/** Posts members' money and keeps one transaction for each movement. */
export async function recordTransactions(
  tx: Tx,
  cooperativeId: CooperativeId,
  vouchers: readonly Voucher[],
): Promise<RecordedVoucher[]> {
  const posted = await postVouchers(tx, cooperativeId, vouchers)
  const recorded = vouchers.map((voucher, index) => {
    const found = posted[index]
    if (!found) throw new Error('The ledger left an entry without an answer')
    return { ...found, transactionIds: voucher.movements.map(() => newId<TransactionId>()) }
  })
  insertTransactions(
    tx,
    cooperativeId,
    vouchers.flatMap((voucher, index) =>
      voucher.movements.map((movement, line) => ({
        id: recorded[index]?.transactionIds[line] as TransactionId,
        type: voucher.kind,
        memberId: movement.memberId,
        accountTypeId: movement.accountTypeId,
        amount: movement.amount,
        direction: movement.direction,
        occurredOn: voucher.occurredOn,
        period: movement.period && firstDayOf(movement.period),
        description: movement.description,
        reference: movement.reference,
        entryId: recorded[index]?.entryId as EntryId,
        entryNumber: recorded[index]?.number ?? 0,
        line: line + 1,
        recordedBy: voucher.recordedBy.loginId,
        recordedByName: voucher.recordedBy.name,
        receiptNumber: receiptOf(recorded[index]),
        through:
          movement.throughName === undefined ? null : { id: movement.counterAccountId, name: movement.throughName },
      })),
    ),
  )
  return recorded
}

function receiptOf(posted: Posted | undefined): string {
  if (!posted) throw new Error('The ledger left an entry without an answer')
  return receiptNumber(posted)
}

/** Records what came in for one whose membership is over: it is owed to them. Answers the receipt number. */
export async function recordOwed(
  tx: Tx,
  actor: Author,
  { payee, amount, on, through }: { payee: Payee; amount: Kobo; on: Day; through: { id: AccountId; name: string } },
  requestId: string,
): Promise<string> {
  const type = await ensurePayableType(tx, actor.cooperativeId, 'former')
  const { payeeId: memberId, number: membershipNumber } = payee
  const toOpen = {
    ...{ memberId, membershipNumber },
    ...{ accountTypeId: type.id, typeName: type.name, typeKind: type.kind },
    ...{ controlId: type.controlId, controlCode: type.controlCode },
  }
  const [recorded] = await recordTransactions(tx, actor.cooperativeId, [
    {
      ...{ kind: 'deposit', occurredOn: on, requestId },
      recordedBy: { loginId: actor.loginId, name: actor.name },
      movements: [
        {
          ...{ memberId, accountTypeId: type.id, accountId: undefined, toOpen },
          ...{ counterAccountId: through.id, throughName: through.name },
          ...{ direction: 'in', amount, period: null, description: t('Received after the membership ended') },
        },
      ],
    },
  ])
  if (!recorded) throw new Error('What is owed to a former member was not recorded')
  return receiptNumber(recorded)
}
