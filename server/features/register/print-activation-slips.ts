import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { printActivationSlips as contract } from '#contract/register.ts'
import { may, officeOf, type TenantActor } from '#domain/actor.ts'
import { type Day, dayIn, dayText } from '#domain/calendar.ts'
import { slipsMax } from '#domain/members/register.ts'
import { refuse } from '#domain/refusal.ts'
import { activationCodeLifetime } from '#domain/sessions/session.ts'
import type { Context } from '#server/context.ts'
import { codeHash, newCode } from '#server/credentials/tokens.ts'
import type { Tx } from '#server/db/tx.ts'
import { findSocietyName } from '#server/features/books/queries.ts'
import { writeSlips } from '#server/files/table-file.ts'
import { lockSelected } from './queries.ts'
import { renewActivations } from './store.ts'

/**
 * Slips with new codes for those who have not activated. The paper is drawn before the commit: where it can't be, the
 * codes that people already hold stay good. Refuses: not_found, too_many_members, nobody_to_activate, overloaded.
 */
export async function printActivationSlips(tx: Tx, actor: TenantActor, { members }: Parsed<typeof contract>, { now, secret }: Context): Promise<Replied<typeof contract>> {
  const today = dayIn(now)
  // The slip of an officer opens his office, so it is an admin's to print.
  const all = (await lockSelected(tx, members, today)).filter(({ roles }) => officeOf(roles) === undefined || may(actor, 'member.roles'))
  const codes = new Map(all.map(({ memberId }) => [memberId, newCode()]))
  const expiresAt = new Date(now.getTime() + activationCodeLifetime)
  const renewed = await renewActivations(tx, [...codes].map(([memberId, code]) => ({ memberId, hash: codeHash(secret, code) })), expiresAt)
  const given = all.filter(({ memberId }) => renewed.has(memberId))
  if (given.length === 0) refuse('nobody_to_activate', { field: 'members' })
  // Thrown, so that none of the old codes has ended.
  if (given.length > slipsMax) refuse('too_many_slips', { field: 'members', count: given.length, max: slipsMax })
  const until = dayText(dayIn(expiresAt) as Day)
  const pdf = await writeSlips({
    society: await findSocietyName(tx),
    until,
    slips: given.map(({ memberId, membershipno, firstName, lastName, phone }) => ({ name: `${firstName} ${lastName}`, membershipno, phone, code: codes.get(memberId) ?? '' })),
  })
  return { slips: given.length, alreadyActive: all.length - given.length, fileName: `activation-slips-${today}.pdf`, pdf: pdf.toString('base64') }
}
