import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { printActivationSlips as contract } from '#features/members/register/contract.ts'
import { may, officeOf, type TenantActor } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { slipsMax } from '#features/members/members/rules/register.ts'
import { refuse } from '#core/refusal.ts'
import { activationCodeLifetime } from '#features/access/login/rules/session.ts'
import type { Context } from '#platform/context.ts'
import { codeHash, newCode } from '#platform/credentials/tokens.ts'
import { scopeOf } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findSocietyName } from '#platform/db/find-society-name.ts'
import { writeSlips } from '#platform/files/table-file.ts'
import { findSelected, lockSelected, type Selected } from './queries.ts'
import { renewActivations } from './store.ts'

type Slip = { member: Selected; code: string }
type DrawnSlips = { slips: readonly Slip[]; alreadyActive: number; expiresAt: Date; today: Day; pdf: Buffer }

/**
 * Draws slips with new codes for those who have not activated; nothing is locked and nothing stored yet.
 * Refuses: not_found, too_many_members, nobody_to_activate, too_many_slips, overloaded.
 */
export async function drawActivationSlips(
  actor: TenantActor,
  { members }: Parsed<typeof contract>,
  { database, now }: Context,
): Promise<DrawnSlips> {
  const today = dayIn(now)
  const { society, all } = await database.tenant(
    scopeOf(actor),
    async (tx) => ({
      society: await findSocietyName(tx),
      all: (await findSelected(tx, members, today)).filter((member) => mayPrint(actor, member)),
    }),
    { readOnly: true },
  )
  const slips = all.filter(({ isActivated }) => !isActivated).map((member) => ({ member, code: newCode() }))
  if (slips.length === 0) refuse('nobody_to_activate', { field: 'members' })
  if (slips.length > slipsMax) refuse('too_many_slips', { field: 'members', count: slips.length, max: slipsMax })
  const expiresAt = new Date(now.getTime() + activationCodeLifetime)
  const pdf = await writeSlips({
    society,
    until: dayText(dayIn(expiresAt)),
    slips: slips.map(({ code, member: { membershipno, firstName, lastName, phone, sharesPhone } }) => ({
      name: `${firstName} ${lastName}`,
      membershipno,
      phone,
      sharesPhone,
      code,
    })),
  })
  return { slips, alreadyActive: all.length - slips.length, expiresAt, today, pdf }
}

/**
 * Makes the codes of the drawn slips good, and ends those that people hold. Where somebody has activated or changed since
 * they were drawn, none of it happens. Refuses: not_found, slips_outdated.
 */
export async function printActivationSlips(
  tx: Tx,
  actor: TenantActor,
  { prepared: { slips, alreadyActive, expiresAt, today, pdf } }: { prepared: DrawnSlips },
  { secret }: Context,
): Promise<Replied<typeof contract>> {
  const locked = new Map(
    (await lockSelected(tx, { ids: slips.map(({ member }) => member.memberId) }, today)).map((member) => [
      member.memberId,
      member,
    ]),
  )
  const renewed = await renewActivations(
    tx,
    slips.map(({ member, code }) => ({ memberId: member.memberId, hash: codeHash(secret, code) })),
    { expiresAt, sentOnly: false },
  )
  const isAsDrawn = ({ member }: Slip) => {
    const now = locked.get(member.memberId)
    return (
      now !== undefined &&
      renewed.has(member.memberId) &&
      mayPrint(actor, now) &&
      now.phone === member.phone &&
      now.sharesPhone === member.sharesPhone &&
      now.firstName === member.firstName &&
      now.lastName === member.lastName
    )
  }
  // Thrown, so that none of the old codes has ended.
  if (!slips.every(isAsDrawn)) refuse('slips_outdated', { field: 'members' })
  return { slips: slips.length, alreadyActive, fileName: `activation-slips-${today}.pdf`, pdf: pdf.toString('base64') }
}

/** The slip of an officer opens their office, so it is an admin's to print. */
function mayPrint(actor: TenantActor, { roles }: Selected): boolean {
  return officeOf(roles) === undefined || may(actor, 'member.roles')
}
