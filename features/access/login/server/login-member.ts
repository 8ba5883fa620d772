import type { loginMember as contract } from '#features/access/login/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { whyClosed } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { refusePublished } from '#platform/credentials/sample-passwords.ts'
import type { Tx } from '#platform/db/tx.ts'
import { checkPassword, refuseGuessing } from './check-password.ts'
import { openSession } from './open-session.ts'
import { findEndedMembership, findMemberLogin, listMemberships, type LoginRow } from './queries.ts'
import { startSecondStep } from './start-second-step.ts'
import { membershipFrom, sessionMemberFrom } from './switch-membership.ts'

export async function loginMember(
  context: Context,
  caller: Caller,
  { phoneNumber, password, keepSignedIn = false }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { database, now } = context
  refuseGuessing(context, caller)
  const found = await database.auth((tx) => findMemberLogin(tx, phoneNumber))
  const login = await checkPassword(context, caller, found, {
    identifier: phoneNumber,
    password,
    cost: 'member',
    unknown: 'invalid_credentials',
  })
  refusePublished(context, password)

  return database.auth(
    async (tx) =>
      (await startSecondStep(tx, caller, now, login, keepSignedIn)) ??
      openMemberSession(tx, caller, now, login, keepSignedIn),
  )
}

/** Opens the membership used last of a person whose login has been proved, with its second factor where it has one. Refuses: invalid_credentials without one, membership_ended where the only one has, whatever closes the cooperative. */
export async function openMemberSession(
  tx: Tx,
  caller: Caller,
  now: Date,
  { loginId }: LoginRow,
  keepSignedIn: boolean,
) {
  const [current, ...others] = await listMemberships(tx, loginId)
  // The login is proved, so this person may know why nothing opens.
  if (!current) {
    const ended = await findEndedMembership(tx, loginId)
    return ended === undefined ? refuse('invalid_credentials') : refuse('membership_ended', { cooperative: ended })
  }
  const closed = whyClosed(current.cooperativeStatus)
  if (closed) refuse(closed)
  const today = dayIn(now)
  const tokens = await openSession(tx, caller, now, {
    loginId,
    role: 'member',
    cooperativeId: current.cooperativeId,
    memberId: current.memberId,
    keepSignedIn,
  })
  return {
    member: sessionMemberFrom(current, today),
    memberships: others.map((row) => membershipFrom(row, today)),
    ...tokens,
  }
}
