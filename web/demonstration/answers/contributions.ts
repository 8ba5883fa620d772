import * as contract from '#contract/money/contributions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { type Day, type Period, periodOf, periodsBetween } from '#domain/calendar.ts'
import { contributionDescription, contributionNotice, standing, whyNotContribute } from '#domain/money/contributions/contribution.ts'
import type { AccountId } from '#domain/ids.ts'
import { kobo, type Kobo, sumKobo, zeroKobo } from '#domain/money.ts'
import { Refusal, refuse } from '#domain/refusal.ts'
import { type Answer, inside, paged, type Place } from '#web/demonstration/answering.ts'
import { memberIdOf, type Movement, type User } from '#web/demonstration/records.ts'
import { outstanding } from '#domain/members/members/monthly-contribution.ts'
import { cashCode } from '#domain/books/ledger/chart.ts'
import { accountIdOf, chartAccount, findMember, isActive, isMoney, isNamed, membersOf, newId, nextEntry, notify, statusOf, typeOf, whose } from './society.ts'

type Row = Replied<typeof contract.listContributions>

export const contributionAnswers: readonly Answer[] = [
  inside(contract.listContributions, (place, input) => {
    const who = whose(place, input.memberId)
    const only = input.period ?? (who ? undefined : periodOf(place.today))
    const members = membersOf(place).filter((user) => (!who || memberIdOf(user) === who) && isNamed(user, input.q))
    const rows = members.flatMap((user) => monthsOf(place, user)).filter((row) => (!only || row.period === only) && (!input.standing || row.standing === input.standing))
    const sum = (part: (row: Row) => Kobo) => sumKobo(rows.map(part))
    const summary = { expected: sum((row) => row.expected), paid: sum((row) => row.paid), outstanding: sum((row) => row.outstanding) }
    return paged(rows, input, {
      membershipno: (row) => row.membershipno, lastName: (row) => row.lastName, period: (row) => row.period, outstanding: (row) => row.outstanding, paid: (row) => row.paid,
    }, who ? '-period' : 'membershipno', summary)
  }),
  inside(contract.postContribution, (place, input) => {
    const member = findMember(place, input.memberId, 'memberId')
    const { movement, paidThrough, receiptNumber } = post(place, member, input)
    return { id: movement.id, memberId: movement.memberId, amount: movement.amount, occurredOn: movement.occurredOn, period: movement.period ?? periodOf(movement.occurredOn), paidThrough, entryNumber: movement.entryNumber ?? 0, receiptNumber }
  }),
  inside(contract.postContributionsBulk, postBulk),
]

/** What was expected of a member and paid by him in each month since he joined; one who is not active owes nothing new. */
export function monthsOf({ society, today }: Place, user: User): Row[] {
  const memberId = memberIdOf(user)
  const thisMonth = periodOf(today)
  const plans = society.plans.filter((plan) => plan.memberId === memberId)
  const paidIn = new Map<string, Kobo>()
  for (const { memberId: payer, type, status, period, amount } of society.movements) {
    if (payer === memberId && type === 'contribution' && status === 'approved' && period) paidIn.set(period, kobo((paidIn.get(period) ?? 0n) + amount))
  }
  const planned = periodsBetween(periodOf(user.joinDate), thisMonth)
  const periods = [...new Set([...planned, ...([...paidIn.keys()] as Period[])])]
  return periods.map((period) => {
    const plan = plans.filter(({ from }) => from <= period).toSorted((a, b) => b.from.localeCompare(a.from))[0]
    const isExpected = planned.includes(period) && (isActive(user) || period < thisMonth)
    const expected = isExpected ? (plan?.monthly ?? zeroKobo) : zeroKobo
    const paid = paidIn.get(period) ?? zeroKobo
    return {
      memberId, membershipno: user.membershipId, firstName: user.firstName, lastName: user.lastName, period, expected, paid, deducted: zeroKobo, outstanding: outstanding(expected, paid), standing: standing(expected, paid), broughtForward: false, waitsForEmployer: false,
    }
  })
}

type Paid = { amount: Kobo; paidThrough?: AccountId | undefined; accountTypeId?: Movement['accountTypeId'] | undefined; occurredOn?: Day | undefined; period?: Period | undefined; description?: string | null | undefined }

function post(place: Place, member: User, { amount, paidThrough, accountTypeId, occurredOn = place.today, period = periodOf(occurredOn), description }: Paid, entry = nextEntry(place.society)) {
  const { society, today, now, actor } = place
  const through = chartAccount(paidThrough ?? accountIdOf(cashCode), isMoney) ?? refuse('money_account_unknown', { field: 'paidThrough' })
  const type = typeOf(place, accountTypeId)
  if (type.retired) refuse('account_type_not_found', { field: 'accountTypeId' })
  const facts = { member: { name: member.name, status: statusOf(member), joinedOn: member.joinDate }, booksBeginOn: society.booksBeginOn, closedThrough: undefined }
  const reason = whyNotContribute(facts, occurredOn, today)
  if (reason) throw reason
  const movement: Movement = {
    id: newId(), type: 'contribution', status: 'approved', memberId: memberIdOf(member), accountTypeId: type.id, amount, direction: 'in', occurredOn, period,
    description: description || contributionDescription(period), entryId: newId(), entryNumber: entry.entryNumber, reversedOn: null, recordedBy: actor.name, createdAt: now.toISOString(), decisions: [],
    otherCode: through.code, receiptNumber: entry.receiptNumber,
  }
  society.movements.push(movement)
  notify(society, movement.memberId, contributionNotice(amount, period), now, { type: 'success', link: '/member/contributions' })
  return { movement, paidThrough: through.name, receiptNumber: entry.receiptNumber }
}

function postBulk(place: Place, { rows, occurredOn = place.today, period = periodOf(occurredOn), accountTypeId, paidThrough }: Parsed<typeof contract.postContributionsBulk>) {
  const entry = nextEntry(place.society)
  const entryId = newId<NonNullable<Movement['entryId']>>()
  for (const [index, row] of rows.entries()) {
    const member = membersOf(place).find((user) => memberIdOf(user) === row.memberId || user.membershipId === row.membershipno?.toUpperCase())
    if (!member) return refuse('member_unknown', { field: `rows.${index}.memberId` })
    try {
      post(place, member, { amount: row.amount, accountTypeId: row.accountTypeId ?? accountTypeId, paidThrough, occurredOn, period }, entry).movement.entryId = entryId
    } catch (error) {
      if (error instanceof Refusal && error.detail.field !== 'occurredOn' && error.detail.field !== 'paidThrough') throw new Refusal(error.code, { ...error.detail, field: `rows.${index}.${error.detail.field}` })
      throw error
    }
  }
  return { ...entry, posted: rows.length, total: sumKobo(rows.map(({ amount }) => amount)), period }
}
