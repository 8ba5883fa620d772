import * as contract from '#contract/money/pledges.ts'
import type { Replied } from '#contract/endpoint.ts'
import { moneyText, sumKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { type Answer, inside, paged, type Place } from '#web/demonstration/answering.ts'
import { memberIdOf, type Pledge } from '#web/demonstration/records.ts'
import { findMember, freeOf, isNamed, membersOf, newId, typeOf, whose } from './society.ts'

export const pledgeAnswers: readonly Answer[] = [
  inside(contract.listPledges, (place, input) => {
    const who = whose(place, input.memberId)
    const named = new Set(membersOf(place).filter((user) => isNamed(user, input.q)).map(memberIdOf))
    const found = place.society.pledges.filter((pledge) => (!who || pledge.memberId === who) && named.has(pledge.memberId) && (!input.state || (input.state === 'open') === (pledge.released === null)))
    const summary = { pledged: sumKobo(found.filter(({ released }) => released === null).map(({ amount }) => amount)) }
    return paged(found.map((pledge) => rowFrom(place, pledge)), input, { placedAt: (row) => row.placedAt.getTime(), amount: (row) => row.amount }, '-placedAt', summary)
  }),
  inside(contract.placePledge, (place, { memberId, accountTypeId, amount, reason }) => {
    findMember(place, memberId, 'memberId')
    const type = typeOf(place, accountTypeId)
    const free = freeOf(place, memberId, type.id, false)
    if (amount > free) refuse('pledge_above_free', { field: 'amount', free: moneyText(free) })
    const pledge: Pledge = { id: newId(), memberId, accountTypeId: type.id, amount, purpose: 'hold', reason, placedBy: place.actor.name, placedAt: place.now.toISOString(), released: null }
    place.society.pledges.push(pledge)
    return rowFrom(place, pledge)
  }),
  inside(contract.releasePledge, (place, { pledgeId, reason }) => {
    const pledge = place.society.pledges.find(({ id }) => id === pledgeId) ?? refuse('not_found')
    if (pledge.released) refuse('pledge_released', { by: pledge.released.by })
    pledge.released = { by: place.actor.name, at: place.now.toISOString(), reason }
    return rowFrom(place, pledge)
  }),
]

function rowFrom(place: Place, { placedAt, released, accountTypeId, ...pledge }: Pledge): Replied<typeof contract.listPledges> {
  const member = membersOf(place).find((user) => memberIdOf(user) === pledge.memberId)
  return {
    ...pledge, held: pledge.amount, memberName: member?.name ?? '', membershipno: member?.membershipId ?? '', account: typeOf(place, accountTypeId).name, placedAt: new Date(placedAt),
    releasedBy: released?.by ?? null, releasedAt: released ? new Date(released.at) : null, releasedReason: released?.reason ?? null,
  }
}
