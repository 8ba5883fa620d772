import { may } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import { overdraftReasonHeader } from '#core/contract/endpoint.ts'
import type { AccountId, AccountTypeId, EntryId, MemberId, TransactionId } from '#core/ids.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import type { Becomes, LineKind } from '#features/accounting/reconciliation/recorded-lines.ts'
import { repayLoan } from '#features/loans/loans/server/actions.ts'
import { recordRemittance } from '#features/payroll/remittances/server/actions.ts'
import { postContributions } from '#features/savings/contributions/server/actions.ts'
import { findSchedule } from '#features/payroll/schedules/server/reads.ts'
import {
  findExpenseAccount,
  findIncomeAccount,
  findMoneyAccount,
  lockMembers,
} from '#features/savings/transactions/server/reads.ts'
import { recordMovement } from '#features/savings/transactions/server/record-movement.ts'
import type { Ask } from '#platform/action.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findPosted, findRemitted, findRepaid, findRepayable, isActive, isOffered } from './reads.ts'

const lineWentOtherWay = refusal(
  'line_went_other_way',
  422,
  'This money {way} the account. Choose something that {way} it.',
)
const partMissing = refusal('part_missing', 422, 'Choose {what}.')
const loanUnclear = refusal(
  'loan_unclear',
  422,
  'This member has {loans} running loans. Choose the one that is repaid.',
)

const transferToItself = refusal(
  'transfer_to_itself',
  422,
  'A transfer is between two accounts, and this is the account of the line. Choose the other one.',
)
const noLoan = refusal('no_loan_runs', 422, 'This member has no running loan. Choose what else this money is.')

/** A line, or a part of it, that becomes something in the books. */
export type Part = Becomes & {
  accountId: AccountId
  on: Day
  narration: string
  amount: Kobo
  cameIn: boolean
  anotherPayment: boolean | undefined
}
/** `entryId` is null while it waits for approval. */
export type RecordedPart = { transactionId: TransactionId | null; entryId: EntryId | null; amount: Kobo }

const goesOut: readonly LineKind[] = ['expense', 'transfer']
const comesIn: readonly LineKind[] = [
  ...['deposit', 'contribution', 'repayment', 'charge', 'income', 'remittance'],
  'transfer',
] as LineKind[]

/** Questions that are asked above a form and answered with the same request. */
const asked = ['anotherPayment', overdraftReasonHeader]

/** What the use cases call a field, and what a part calls it. */
const fields: Record<string, string> = {
  expenseAccountId: 'targetId',
  incomeAccountId: 'targetId',
  receivedOn: 'on',
  occurredOn: 'on',
}

/**
 * Records it by the use case of its kind, as an officer who fills in that form does. Refuses as that does, with the names that fields
 * have here behind `place`.
 */
export async function recordPart(ask: Ask, part: Part, place = ''): Promise<RecordedPart> {
  const { as, cameIn } = part
  const permission =
    as === 'repayment'
      ? 'loan.repay'
      : as === 'remittance'
        ? 'deduction.manage'
        : as === 'contribution'
          ? 'contribution.post'
          : 'transaction.record'
  try {
    refuseOtherWay(as, cameIn)
    if (!may(ask.actor, permission)) refuse('not_permitted', { field: 'as' })
    return { ...(await recorded(ask, part)), amount: part.amount }
  } catch (error) {
    throw placed(error, as, place)
  }
}

/** A refusal with the names that fields have here. */
export function placed(error: unknown, as: LineKind, place: string): unknown {
  if (!(error instanceof Refusal)) return error
  const { field = 'as' } = error.detail
  // What the person is asked about above the form is no field of the part.
  if (asked.includes(field)) return error
  const isOther = field.startsWith('lines') || (as === 'transfer' && field === 'paidThrough')
  const own = isOther ? 'targetId' : (fields[field] ?? field)
  return new Refusal(error.code, { ...error.detail, field: `${place}${own}` }, error.also)
}

function refuseOtherWay(as: LineKind, cameIn: boolean): void {
  if (!(cameIn ? comesIn : goesOut).includes(as))
    refuse(lineWentOtherWay({ field: 'as', way: cameIn ? 'came into' : 'left' }))
}

async function recorded(ask: Ask, part: Part): Promise<Omit<RecordedPart, 'amount'>> {
  const { as, accountId, on, amount, narration, accountTypeId, targetId, party, anotherPayment } = part
  const description = narration.slice(0, 200) || undefined
  const movement = { amount, paidThrough: accountId, occurredOn: on, description, anotherPayment }
  const moved = async (input: Parameters<typeof recordMovement>[1]) => {
    const { id, entryId } = await recordMovement(ask, input)
    return { transactionId: id, entryId }
  }
  switch (as) {
    case 'deposit':
      return moved({ type: as, ...movement, memberId: memberOf(part), accountTypeId })
    case 'charge':
      return moved({ type: as, ...movement, memberId: memberOf(part), incomeAccountId: targetId })
    case 'income':
      return moved({ type: as, ...movement, party, incomeAccountId: targetId })
    case 'expense':
      return moved({ type: as, ...movement, party, expenseAccountId: targetId })
    case 'transfer': {
      const other = await findOther(ask.tx, accountId, targetId)
      const [debit, credit] = part.cameIn ? [accountId, other] : [other, accountId]
      const lines = [
        { accountId: debit, debit: amount, credit: zeroKobo },
        { accountId: credit, debit: zeroKobo, credit: amount },
      ]
      return moved({ type: 'journal', occurredOn: on, description: description ?? 'Transfer', lines })
    }
    case 'contribution':
      return contributed(ask, { ...movement, memberId: memberOf(part), accountTypeId })
    case 'repayment':
      return repaid(ask, part)
    case 'remittance':
      return remitted(ask, part)
  }
}

/** The other account of a transfer. */
async function findOther(tx: Tx, accountId: AccountId, targetId: AccountId | null | undefined): Promise<AccountId> {
  const { id } = await findMoneyAccount(tx, targetId ?? missing('targetId', 'the other account'))
  return id === accountId ? refuse(transferToItself({ field: 'targetId' })) : id
}

function memberOf({ memberId }: Part): MemberId {
  return memberId ?? missing('memberId', 'the member')
}

function missing(field: string, what: string): never {
  return refuse(partMissing({ field, what }))
}

async function contributed(
  { tx, actor, context }: Ask,
  input: Parameters<typeof postContributions>[2][number]['input'],
): Promise<Omit<RecordedPart, 'amount'>> {
  const request = { actor, input, requestId: context.requestId }
  const [reply] = await postContributions(tx, actor.cooperativeId, [request], context)
  if (!reply) throw new Error('A contribution was posted without an answer')
  if (reply instanceof Refusal) throw reply
  return findPosted(tx, reply.id)
}

async function repaid(ask: Ask, part: Part): Promise<Omit<RecordedPart, 'amount'>> {
  const { tx } = ask
  const { accountId: paidThrough, on, amount, anotherPayment } = part
  const running = await findRepayable(tx, memberOf(part))
  if (running.length === 0) refuse(noLoan({ field: 'loanId' }))
  const loanId =
    part.loanId ??
    (running.length === 1 ? running[0] : undefined) ??
    refuse(loanUnclear({ field: 'loanId', loans: running.length }))
  if (!running.includes(loanId)) refuse('not_found', { field: 'loanId' })
  await repayLoan(ask, { loanId, amount, on, from: 'bank', paidThrough, anotherPayment })
  return findRepaid(tx, loanId)
}

async function remitted(ask: Ask, part: Part): Promise<Omit<RecordedPart, 'amount'>> {
  const { accountId: paidThrough, on: receivedOn, amount } = part
  const scheduleId = part.scheduleId ?? missing('scheduleId', 'the month that is paid')
  await recordRemittance(ask, { scheduleId, amount, receivedOn, paidThrough })
  return findRemitted(ask.tx, scheduleId)
}

/** Locks what these parts move before the first of them holds the ledger, so that no other recording waits for both. */
export async function lockParts({ tx }: Ask, parts: readonly Becomes[]): Promise<void> {
  const schedules = new Set(parts.flatMap(({ scheduleId }) => scheduleId ?? []))
  for (const scheduleId of [...schedules].toSorted()) await findSchedule(tx, scheduleId, { locked: true })
  await lockMembers(tx, [...new Set(parts.flatMap(({ memberId }) => memberId ?? []))])
}

/** What a rule proposes. */
export type Becoming = {
  as: Exclude<LineKind, 'remittance'>
  memberId: MemberId | null
  accountTypeId: AccountTypeId | null
  targetId: AccountId | null
  party: string | null
}

/** What of this a rule remembers: the fields of its kind. An employer's payment is of one month, and none. */
export function taughtBy({ as, ...said }: Becomes): Becoming | undefined {
  if (as === 'remittance') return undefined
  const isOfMember = as === 'deposit' || as === 'contribution' || as === 'repayment' || as === 'charge'
  const isOfChart = as === 'charge' || as === 'income' || as === 'expense' || as === 'transfer'
  return {
    as,
    memberId: (isOfMember && said.memberId) || null,
    accountTypeId: ((as === 'deposit' || as === 'contribution') && said.accountTypeId) || null,
    targetId: (isOfChart && said.targetId) || null,
    party: ((as === 'income' || as === 'expense') && said.party) || null,
  }
}

/** What a rule is to propose from now on, looked at as if a line of its direction were recorded. Refuses what recording it by its own form refuses. */
export async function changedTo(tx: Tx, accountId: AccountId, becomes: Becomes, cameIn: boolean): Promise<Becoming> {
  refuseOtherWay(becomes.as, cameIn)
  const taught = taughtBy(becomes) ?? missing('as', 'what each line of this kind is')
  const { as, memberId, targetId, accountTypeId, party } = taught
  const isOfMember = as === 'deposit' || as === 'contribution' || as === 'repayment' || as === 'charge'
  if (isOfMember && !(memberId && (await isActive(tx, memberId)))) missing('memberId', 'a member who is active')
  if (accountTypeId && !(await isOffered(tx, accountTypeId))) missing('accountTypeId', 'savings that are offered')
  if (as === 'charge') await findIncomeAccount(tx, targetId)
  if (as === 'income' || as === 'expense') {
    await findExpenseAccount(tx, as, targetId)
    if (!party) missing('party', as === 'expense' ? 'who is paid' : 'who pays')
  }
  if (as === 'transfer') await findOther(tx, accountId, targetId)
  return taught
}
