import { randomInt } from 'node:crypto'
import { type Day, dayIn, firstDayOf, periodOf } from '#core/calendar.ts'
import { coopIdFrom, coopIdLetters, type CooperativeId, type LoginId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { notifyPlatform } from '#features/access/notifications/server/notify-members.ts'
import { registeredText } from '#features/platform-admin/cooperatives/rules/notice.ts'
import { searchTextOf } from '#features/platform-admin/cooperatives/rules/search-text.ts'
import { booksBeginYearsBack } from '#features/society/configuration/rules/presets.ts'
import * as contract from '#features/society/registration/contract.ts'
import { openAction } from '#platform/action.ts'
import { refuseGuessable, refusePersonal } from '#platform/credentials/password-rules.ts'
import { hashPassword } from '#platform/credentials/passwords.ts'
import { newId } from '#platform/db/id.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'
import { openBooks } from '#platform/ledger/ledger.ts'
import { callersNetwork, useQuota } from '#platform/limits/quotas.ts'
import { insertCooperativeLogin, insertPresets, linkRegisteredLogin } from './writes.ts'

const phoneRegistered = refusal('phone_registered', 409, 'A cooperative with this phone number exists.')

/** Registers a cooperative with everything it needs to work the minute it is verified. Refuses: too_many_registrations, phone_registered, sign_in_expired, a password that others would guess. */
export const registerCooperative = openAction(contract.registerCooperative, async (context, caller, input) => {
  const { name, phone, email, password, ticket } = input
  const { database, now, messagesWaiting } = context
  refuseGuessable(password, context)
  refusePersonal(password, { cooperatives: [name], person: null, phone })
  const network = callersNetwork(context)
  await database.auth(async (tx) => {
    await useQuota(tx, context, 'registrations_of_network', network)
    if (network === undefined) return
    await useQuota(tx, context, 'registrations_of_phone', phone)
    await useQuota(tx, context, 'registrations_everywhere', 'everywhere')
  })
  const passwordHash = await hashPassword(password, 'officer')
  const cooperativeId = newId<CooperativeId>()
  const coopId = coopIdFrom(Array.from({ length: 6 }, () => randomInt(coopIdLetters.length)))

  return database.tenant({ cooperativeId, role: 'job' }, async (tx) => {
    const loginId = await createCooperative(tx, {
      cooperativeId,
      coopId,
      name,
      phone,
      email: email || null,
      passwordHash,
      booksBeginOn: booksBegin(dayIn(now)),
      contributionsDueFrom: firstDayOf(periodOf(dayIn(now))),
    })
    if (ticket !== undefined) {
      if (!(await linkRegisteredLogin(tx, loginId, ticket, caller.signIn)))
        refuse('sign_in_expired', { field: 'ticket' })
      caller.keepSignIn(undefined)
    }
    const text = registeredText(name, coopId)
    await queueMessages(tx, cooperativeId, [{ kind: 'notice', channel: 'sms', to: phone, text }], messagesWaiting)
    notifyPlatform(tx, {
      message: t('{name} ({coopId}) registered and waits for verification.', { name, coopId }),
      link: `/superadmin/cooperatives/${cooperativeId}`,
    })
    return { id: cooperativeId, coop_id: coopId, name, phone, status: 'pending' as const }
  })
})

type NewCooperative = {
  cooperativeId: CooperativeId
  coopId: string
  name: string
  phone: string
  email: string | null
  passwordHash: string
  booksBeginOn: Day
  /** For members who joined before. */
  contributionsDueFrom: Day
}

/** A pending cooperative, its login, its presets and its open books; returns the login's id. Refuses: phone_registered. */
export async function createCooperative(
  tx: Tx,
  { passwordHash, booksBeginOn, contributionsDueFrom, ...cooperative }: NewCooperative,
): Promise<LoginId> {
  const { cooperativeId, coopId, name, phone } = cooperative
  const loginId = newId<LoginId>()
  await insert(tx, 'app.cooperative', { ...cooperative, searchText: searchTextOf({ name, coopId, phone }) })
  const taken = await insertCooperativeLogin(tx, { loginId, coopId, phone, name, passwordHash })
  if (taken === 'login_phone') refuse(phoneRegistered({ field: 'phone' }))
  // Six letters of thirty-one meet by chance once in hundreds of millions: asking to try again is enough.
  if (taken) refuse('overloaded')
  await insertPresets(tx, cooperativeId, {
    accounts: await openBooks(tx, cooperativeId, booksBeginOn),
    contributionsDueFrom,
  })
  return loginId
}

function booksBegin(today: Day): Day {
  return `${Number(today.slice(0, 4)) - booksBeginYearsBack}-01-01` as Day
}
