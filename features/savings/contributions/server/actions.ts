import { isSelf, type TenantActor } from '#core/actor.ts'
import { type Day, dayIn, type Period, periodOf } from '#core/calendar.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { CooperativeId, MemberId } from '#core/ids.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import * as contract from '#features/savings/contributions/contract.ts'
import {
  contributionDescription,
  contributionNotice,
  whyNotContribute,
} from '#features/savings/contributions/rules/contribution.ts'
import { findMoneyAccounts, type SocietyAccount } from '#features/savings/transactions/server/reads.ts'
import {
  type Movement,
  recordTransactions,
  type Voucher,
} from '#features/savings/transactions/server/record-transactions.ts'
import {
  findRecordedBefore,
  type Payment,
  sameTogether,
} from '#features/savings/transactions/server/refuse-recorded-before.ts'
import { action } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { receiptNumber } from '#platform/ledger/ledger.ts'
import { type FactsRow, findFacts } from './reads.ts'

type Input = Parsed<typeof contract.postContribution>
type Reply = Replied<typeof contract.postContribution>
type Accepted = { index: number; voucher: Voucher; input: Input; occurredOn: Day }
type Request = { actor: TenantActor; input: Input; requestId: string }

/**
 * Posts contributions that arrived together, each as a voucher of its own and each with its own answer; one that is
 * refused does not hold up the others.
 */
export async function postContributions(
  tx: Tx,
  cooperativeId: CooperativeId,
  requests: readonly Request[],
  { now }: Context,
): Promise<(Reply | Refusal)[]> {
  const today = dayIn(now)
  const facts = await findFacts(
    tx,
    requests.map(({ input }) => ({
      memberId: input.memberId,
      membershipno: null,
      accountTypeId: input.accountTypeId ?? null,
    })),
  )
  const through = await findMoneyAccounts(
    tx,
    requests.flatMap(({ input }) => input.paidThrough ?? []),
  )
  const answers: (Reply | Refusal | undefined)[] = []
  const accepted: Accepted[] = []
  for (const [index, { actor, input, requestId }] of requests.entries()) {
    const occurredOn = input.occurredOn ?? today
    const period = input.period ?? periodOf(occurredOn)
    const description = input.description || contributionDescription(period)
    const movement = movementOrRefusal(facts.get(index + 1), {
      amount: input.amount,
      actor,
      occurredOn,
      today,
      period,
      description,
      reference: input.reference || undefined,
      through: input.paidThrough && (through.get(input.paidThrough) ?? 'unknown'),
    })
    if (movement instanceof Refusal) answers[index] = movement
    else {
      const recordedBy = { loginId: actor.loginId, name: actor.name }
      accepted.push({
        index,
        input,
        occurredOn,
        voucher: { kind: 'contribution', occurredOn, movements: [movement], recordedBy, requestId },
      })
    }
  }
  for (const [index, reason] of await recordedBefore(tx, accepted, now)) answers[index] = reason
  const posting = accepted.filter(({ index }) => answers[index] === undefined)
  if (posting.length > 0) {
    // From here on the accepted ones must succeed.
    const recorded = await recordTransactions(
      tx,
      cooperativeId,
      posting.map(({ voucher }) => voucher),
    )
    // Few have receipts by SMS or email: who looks for their number and address in each posting pays for all.
    for (const leavesApp of [true, false]) {
      const told = posting.filter(({ index }) => facts.get(index + 1)?.receiptLeavesApp === leavesApp)
      const notices = told.map(({ input: { memberId, amount, period }, occurredOn }) =>
        noticeOf(memberId, amount, period ?? periodOf(occurredOn)),
      )
      notifyMembers(tx, cooperativeId, notices, leavesApp ? 'receipt' : undefined)
    }
    for (const [position, { index, input, occurredOn, voucher }] of posting.entries()) {
      const posted = recorded[position]
      const id = posted?.transactionIds[0]
      if (!posted || !id) throw new Error('A contribution was recorded without an answer')
      const period = input.period ?? periodOf(occurredOn)
      answers[index] = {
        id,
        memberId: input.memberId,
        amount: input.amount,
        occurredOn,
        period,
        paidThrough: voucher.movements[0]?.throughName ?? '',
        entryNumber: posted.number,
        receiptNumber: receiptNumber(posted),
      }
    }
  }
  return requests.map((_, index) => answers[index] as Reply | Refusal)
}

/** Which of these, by their index, are taken for ones that are recorded already, or that came together with them. */
async function recordedBefore(tx: Tx, accepted: readonly Accepted[], now: Date): Promise<Map<number, Refusal>> {
  const payments = accepted.map(({ voucher: { kind: type, movements }, input, occurredOn }): Payment => {
    const [{ memberId, accountTypeId, amount, period, counterAccountId: throughId } = missing()] = movements
    const { reference, anotherPayment } = input
    return { type, memberId, accountTypeId, amount, occurredOn, period, throughId, reference, anotherPayment }
  })
  const before = await findRecordedBefore(tx, payments)
  const names = accepted.map(({ voucher }) => voucher.recordedBy.name)
  const together = sameTogether(payments, names, now)
  return new Map(
    accepted.flatMap(({ index }, place) => {
      const reason = before.get(place) ?? together.get(place)
      return reason ? [[index, reason] as const] : []
    }),
  )
}

function missing(): never {
  throw new Error('A voucher of a contribution has no movement')
}

/** What the member is told, as they must be of each posting on their account. */
function noticeOf(memberId: MemberId, amount: Kobo, period: Period) {
  return {
    memberId,
    type: 'success',
    message: contributionNotice(amount, period),
    link: '/member/transactions',
  } as const
}

/**
 * `through` is cash in hand where no account is named, and `unknown` where one is named that is not the society's.
 */
type Paid = {
  amount: Kobo
  actor: TenantActor
  occurredOn: Day
  today: Day
  period: Period
  description: string
  reference?: string | undefined
  through?: SocietyAccount | 'unknown' | undefined
}

/** The movement that a contribution makes, or why it can't be made. */
function movementOrRefusal(
  facts: FactsRow | undefined,
  { amount, actor, occurredOn, today, period, description, reference, through }: Paid,
): Movement | Refusal {
  if (!facts) return new Refusal('not_found', { field: 'memberId' })
  const { memberId } = facts
  if (isSelf(actor, memberId)) return new Refusal('own_transaction', { field: 'memberId' })
  if (facts.accountTypeId === null) return new Refusal('account_type_not_found', { field: 'accountTypeId' })
  if (through === 'unknown') return new Refusal('money_account_unknown', { field: 'paidThrough' })
  const member = {
    ...{ name: facts.name, status: facts.status, mergedInto: facts.mergedInto },
    joinedOn: facts.registrationDate,
  }
  const reason = whyNotContribute(
    { member, booksBeginOn: facts.booksBeginOn, closedThrough: facts.closedThrough ?? undefined },
    occurredOn,
    today,
  )
  if (reason) return reason
  const { accountTypeId } = facts
  return {
    memberId,
    accountTypeId,
    accountId: facts.accountId ?? undefined,
    toOpen: {
      memberId,
      membershipNumber: facts.membershipNumber,
      accountTypeId,
      typeName: facts.typeName,
      typeKind: facts.typeKind,
      controlId: facts.controlId,
      controlCode: facts.controlCode,
    },
    counterAccountId: through?.id ?? facts.cashId,
    throughName: through?.name ?? facts.cashName,
    direction: 'in',
    amount,
    period,
    description,
    reference,
  }
}

/**
 * Posts a month of contributions as one voucher, all or none; the first row that can't be posted is named. Refuses:
 * payment_recorded_before, for the first row that is recorded already or stands twice in it.
 */
export const postContributionsBulk = action(contract.postContributionsBulk, async (ask, input) => {
  const { tx, actor, now, today, context } = ask
  const occurredOn = input.occurredOn ?? today
  const period = input.period ?? periodOf(occurredOn)
  const description = contributionDescription(period)
  const through =
    input.paidThrough && ((await findMoneyAccounts(tx, [input.paidThrough])).get(input.paidThrough) ?? 'unknown')
  const facts = await findFacts(
    tx,
    input.rows.map((row) => ({
      memberId: row.memberId ?? null,
      membershipno: row.membershipno?.toUpperCase() ?? null,
      accountTypeId: row.accountTypeId ?? input.accountTypeId ?? null,
    })),
  )
  const movements = input.rows.map((row, index) => {
    const movement = movementOrRefusal(facts.get(index + 1), {
      amount: row.amount,
      actor,
      occurredOn,
      today,
      period,
      description,
      through,
    })
    if (movement instanceof Refusal) throw inRow(movement, index)
    return movement
  })

  const payments = movements.map(({ memberId, accountTypeId, amount, counterAccountId: throughId }): Payment => ({
    ...{ type: 'contribution', memberId, accountTypeId, amount, occurredOn, period, throughId, reference: null },
    anotherPayment: input.anotherPayment,
  }))
  const before = await findRecordedBefore(tx, payments)
  const names = payments.map(() => actor.name)
  const [again] = [...before.values(), ...sameTogether(payments, names, now).values()]
  if (again) throw again

  // From here on the voucher must succeed.
  const recordedBy = { loginId: actor.loginId, name: actor.name }
  const [posted] = await recordTransactions(tx, actor.cooperativeId, [
    { kind: 'contribution', occurredOn, movements, recordedBy, requestId: context.requestId },
  ])
  notifyMembers(
    tx,
    actor.cooperativeId,
    movements.map(({ memberId, amount }) => noticeOf(memberId, amount, period)),
    'receipt',
  )
  if (!posted) throw new Error('A voucher was recorded without an answer')
  return {
    entryNumber: posted.number,
    receiptNumber: receiptNumber(posted),
    posted: movements.length,
    total: sumKobo(movements.map((m) => m.amount)),
    period,
  }
})

/** The refusal names the row; the date and where the money is are one for all rows, and a member that does not exist is a row's fault, not the address's. */
function inRow(refusal: Refusal, index: number): Refusal {
  const { field } = refusal.detail
  if (refusal.code === 'not_found') return new Refusal('member_unknown', { field: `rows.${index}.memberId` })
  return new Refusal(refusal.code, {
    ...refusal.detail,
    field: field === 'occurredOn' || field === 'paidThrough' ? field : `rows.${index}.${field}`,
  })
}
