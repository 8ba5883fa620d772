import type { applyForMembership as contract } from '#features/members/applications/join-pages.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'

import type { MembershipApplicationId } from '#core/ids.ts'
import {
  applicationNumber,
  applicationsPerHour,
  isFull,
} from '#features/members/applications/rules/membership-application.ts'
import { refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import type { Caller, Context } from '#platform/context.ts'
import { addressHashOf } from '#platform/credentials/address-hash.ts'
import { newId } from '#platform/db/id.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-officers.ts'
import { countApplications, findJoined } from './queries.ts'
import { insertApplication, takeApplicationNumber } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const hourMilliseconds = 3_600_000

/**
 * Saves an application for membership and notifies the officers. Whether the phone is a member's already is
 * for their eyes alone, so it is never a reason to refuse. Refuses: cooperative_not_found, applications_closed,
 * applications_full, too_many_applications.
 */
export async function applyForMembership(
  { database, now, secret }: Context,
  { address }: Caller,
  { code, website: _website, ...person }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { cooperativeId, name } = await findJoined(database, code)
  const addressHash = addressHashOf(secret, address)
  return database.tenant({ cooperativeId, role: 'job' }, async (tx) => {
    const number = (await takeApplicationNumber(tx)) ?? refuse('applications_closed')
    const { recent, ofNetwork, waiting } = await countApplications(
      tx,
      addressHash,
      new Date(now.getTime() - hourMilliseconds),
    )
    if (recent >= applicationsPerHour) refuse('too_many_applications', { retryAfterSeconds: hourMilliseconds / 1000 })
    if (isFull(waiting, ofNetwork)) refuse('applications_full')
    const { firstName, lastName, phone } = person
    const searchText = foldForSearch(`${firstName} ${lastName} ${firstName} ${phone} ${applicationNumber(number)}`)
    await insertApplication(tx, cooperativeId, {
      ...person,
      id: newId<MembershipApplicationId>(),
      number,
      searchText,
      addressHash,
    })
    notifyOfficers(tx, cooperativeId, {
      message: fill(strings.asksToBecomeAMember, { firstName, lastName, number: applicationNumber(number) }),
      link: '/coop/member-management/applications',
    })
    return { number: applicationNumber(number), society: name }
  })
}
