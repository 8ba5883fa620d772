import type { Parsed, Replied } from '#contract/endpoint.ts'
import * as contract from '#contract/transactions.ts'
import type { Day } from '#domain/calendar.ts'
import type { TransactionId } from '#domain/ids.ts'
import { kobo, type Kobo, moneyText, sumKobo, zeroKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { movementDescription, whyNotMove } from '#domain/transactions/movement.ts'
import { type Answer, inside, paged, type Place } from '#web/demonstration/answering.ts'
import { balanceOf, standsOn } from '#web/demonstration/portfolio.ts'
import { type Decision, memberIdOf, type Movement } from '#web/demonstration/records.ts'
import { findMember, isNamed, membersOf, newId, nextEntry, notify, oneself, statusOf, typeOf, whose } from './society.ts'

type Row = Replied<typeof contract.listTransactions>
type ListAsked = Parsed<typeof contract.listTransactions> & { page: number; limit: number }
type Recorded = Replied<typeof contract.recordMovement>

export const transactionAnswers: readonly Answer[] = [
  inside(contract.listTransactions, listTransactions),
  inside(contract.listDeposits, (place, input) => listTransactions(place, { ...input, type: 'deposit' })),
  inside(contract.recordMovement, record),
  inside(contract.recordDeposit, (place, input) => record(place, { ...input, type: 'deposit' })),
  inside(contract.getTransaction, getTransaction),
  inside(contract.approveTransaction, approve),
  inside(contract.rejectTransaction, (place, { transactionId, reason }) => {
    const movement = waiting(place, transactionId)
    movement.status = 'rejected'
    decide(place, movement, { decision: 'rejected', reason, entryNumber: null })
    notify(place.society, movement.memberId, `Your ${movement.type} of ${moneyText(movement.amount)} was rejected: ${reason}`, place.now, { type: 'warning', link: '/member/transactions' })
    return rowFrom(place, movement)
  }),
  inside(contract.reverseTransaction, reverse),
]

function rowFrom(place: Place, movement: Movement): Row {
  const { id, type, status, memberId, amount, direction, occurredOn, period, description, entryId, entryNumber, recordedBy, createdAt } = movement
  const member = membersOf(place).find((user) => memberIdOf(user) === memberId)
  return {
    id, type, status, memberId, memberName: member?.name ?? null, membershipno: member?.membershipId ?? null, account: typeOf(place, movement.accountTypeId).name, amount, direction, occurredOn, period,
    description, entryId, entryNumber, recordedBy, createdAt: new Date(createdAt),
  }
}

function listTransactions(place: Place, input: ListAsked) {
  const { type, status, from, to, q } = input
  const who = whose(place, input.memberId)
  const named = new Set(membersOf(place).filter((user) => isNamed(user, q)).map(memberIdOf))
  const found = place.society.movements.filter((movement) =>
    (!type || movement.type === type) && (!status || movement.status === status) && (!who || movement.memberId === who) &&
    (!from || movement.occurredOn >= from) && (!to || movement.occurredOn <= to) && named.has(movement.memberId))
  const sum = (direction: 'in' | 'out') => sumKobo(found.filter((movement) => movement.direction === direction && movement.status === 'approved').map(({ amount }) => amount))
  const late = (row: Row) => String(row.entryNumber ?? 0).padStart(9, '0')
  return paged(found.map((movement) => rowFrom(place, movement)), input, {
    occurredOn: (row) => `${row.occurredOn} ${row.createdAt.toISOString()} ${late(row)}`, amount: (row) => row.amount, entryNumber: (row) => row.entryNumber ?? 0,
  }, '-occurredOn', { in: sum('in'), out: sum('out') })
}

function findMovement({ society, actor }: Place, id: TransactionId): Movement {
  const found = society.movements.find((movement) => movement.id === id)
  return found && (actor.role !== 'member' || found.memberId === actor.memberId) ? found : refuse('not_found')
}

function getTransaction(place: Place, { transactionId }: { transactionId: TransactionId }): Replied<typeof contract.getTransaction> {
  const movement = findMovement(place, transactionId)
  const lines = voucherOf(place, movement)
  const decisions = movement.decisions.map(({ at, ...decision }) => ({ ...decision, at: new Date(at) }))
  const voucher = movement.entryId && place.actor.role !== 'member' ? { lines: lines.length, total: sumKobo(lines.map(({ amount }) => amount)) } : null
  return { ...rowFrom(place, movement), decisions, voucher }
}

function voucherOf({ society }: Place, { entryId }: Movement): Movement[] {
  return society.movements.filter((movement) => entryId !== null && movement.entryId === entryId)
}

/** What may be taken out now: what stands on the account, less what is asked for already where somebody asks for himself. */
function freeOf({ society, today }: Place, memberId: string, accountTypeId: string, isOwn: boolean): Kobo {
  const own = society.movements.filter((movement) => movement.memberId === memberId && movement.accountTypeId === accountTypeId)
  const asked = isOwn ? sumKobo(own.filter(({ status, direction }) => status === 'pending' && direction === 'out').map(({ amount }) => amount)) : zeroKobo
  const balance = balanceOf(own.filter((movement) => standsOn(movement, today)))
  return balance > asked ? kobo(balance - asked) : zeroKobo
}

function refuseUnlessMovable(place: Place, movement: Pick<Movement, 'memberId' | 'accountTypeId' | 'amount' | 'occurredOn'> & { type: 'deposit' | 'withdrawal' }, isOwn: boolean): void {
  const { society, today } = place
  const member = findMember(place, movement.memberId, 'memberId')
  const type = typeOf(place, movement.accountTypeId)
  const facts = {
    member: { name: member.name, status: statusOf(member), joinedOn: member.joinDate }, accountType: { name: type.name, isRetired: type.retired },
    free: freeOf(place, movement.memberId, type.id, isOwn), booksBeginOn: society.booksBeginOn, closedThrough: undefined,
  }
  const reason = whyNotMove(facts, movement, today)
  if (reason) throw reason
}

/** What an officer records is posted at once; what somebody asks for himself waits for an officer. */
function record(place: Place, input: Parsed<typeof contract.recordMovement>): Recorded {
  const { society, now, today, actor } = place
  const { type, amount, occurredOn = today } = input
  const memberId = oneself(place, input.memberId)
  findMember(place, memberId, 'memberId')
  const accountTypeId = typeOf(place, input.accountTypeId).id
  const isOwn = actor.memberId === memberId
  refuseUnlessMovable(place, { type, amount, occurredOn, memberId, accountTypeId }, isOwn)
  const entry = isOwn ? undefined : nextEntry(society)
  const movement: Movement = {
    id: newId(), type, status: isOwn ? 'pending' : 'approved', memberId, accountTypeId, amount, direction: type === 'deposit' ? 'in' : 'out', occurredOn, period: null,
    description: input.description || movementDescription(type), entryId: isOwn ? null : newId(), entryNumber: entry?.entryNumber ?? null, reversedOn: null, recordedBy: actor.name,
    createdAt: now.toISOString(), decisions: [],
  }
  society.movements.push(movement)
  if (isOwn) notify(society, 'officers', `${actor.name} asked for a ${type} of ${moneyText(amount)}.`, now, { link: '/coop/financial-operations/transactions' })
  return { ...rowFrom(place, movement), receiptNumber: entry?.receiptNumber ?? null }
}

/** Only what waits can be decided, and by nobody about his own money. */
function waiting(place: Place, id: TransactionId): Movement & { type: 'deposit' | 'withdrawal' } {
  const movement = findMovement(place, id)
  const { type, status, memberId, decisions } = movement
  if (status !== 'pending' || (type !== 'deposit' && type !== 'withdrawal')) {
    return refuse('transaction_decided', { status: status === 'approved' ? 'posted' : status, by: decisions.at(-1)?.by })
  }
  if (memberId === place.actor.memberId) return refuse('own_transaction')
  return movement as Movement & { type: 'deposit' | 'withdrawal' }
}

function decide({ actor, now }: Place, movement: Movement, decision: Pick<Decision, 'decision' | 'reason' | 'entryNumber'>): void {
  movement.decisions.push({ ...decision, by: actor.name, at: now.toISOString() })
}

function approve(place: Place, { transactionId, occurredOn }: { transactionId: TransactionId; occurredOn?: Day | undefined }): Recorded {
  const movement = waiting(place, transactionId)
  const on = occurredOn ?? (movement.type === 'deposit' ? movement.occurredOn : place.today)
  refuseUnlessMovable(place, { ...movement, occurredOn: on }, false)
  const { entryNumber, receiptNumber } = nextEntry(place.society)
  Object.assign(movement, { status: 'approved', occurredOn: on, entryId: newId(), entryNumber })
  decide(place, movement, { decision: 'approved', reason: null, entryNumber: null })
  notify(place.society, movement.memberId, `Your ${movement.type} of ${moneyText(movement.amount)} was posted.`, place.now, { type: 'success', link: '/member/transactions' })
  return { ...rowFrom(place, movement), receiptNumber }
}

/** Undoes a posted movement by an entry of today; payments that were posted together are undone together. */
function reverse(place: Place, { transactionId, reason, voucher = false }: Parsed<typeof contract.reverseTransaction>): Replied<typeof contract.reverseTransaction> {
  const { society, today, actor } = place
  const movement = findMovement(place, transactionId)
  const { entryId, status, entryNumber: number, decisions } = movement
  if (!entryId) return refuse('transaction_not_posted', { status: status === 'rejected' ? 'rejected' : 'still waiting' })
  if (status === 'reversed') return refuse('transaction_decided', { status: 'reversed', by: decisions.at(-1)?.by })
  const lines = voucherOf(place, movement)
  if (lines.some(({ memberId, direction }) => direction === 'out' && memberId === actor.memberId)) return refuse('own_transaction')
  if (lines.length > 1 && !voucher) return refuse('transaction_in_voucher', { lines: lines.length, number: number ?? '' })
  for (const { memberId, accountTypeId, direction, amount } of lines) {
    const free = freeOf(place, memberId, accountTypeId, false)
    if (direction === 'in' && free < amount) refuse('reversal_below_floor', { name: findMember(place, memberId).name, free: moneyText(free) })
  }
  const entry = nextEntry(society)
  for (const line of lines) {
    line.status = 'reversed'
    line.reversedOn = today
    decide(place, line, { decision: 'reversed', reason, entryNumber: entry.entryNumber })
  }
  return { ...entry, reversed: lines.length, total: sumKobo(lines.map(({ amount }) => amount)) }
}
