import { isDeepStrictEqual } from 'node:util'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { MemberId } from '#core/ids.ts'
import { hundredths } from '#core/percent.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { type NomineePerson, wholeShare, whyNotShares } from '#features/members/members/rules/nominee.ts'
import { memberTexts } from '#features/members/members/rules/sms-texts.ts'
import * as contract from '#features/members/nominees/contract.ts'
import type { Ask } from '#platform/action.ts'
import { queueMessages } from '#platform/db/messages.ts'
import { update } from '#platform/db/write.ts'
import { findLateNamer, findNamer, findNominees, listNominees, lockNominator } from './reads.ts'
import { replaceNominees } from './writes.ts'

const shareAlready = refusal(
  'nominees_share_already',
  409,
  'Several nominees share what this member leaves. Change them in the list of nominees.',
)

/**
 * Saves whom an officer names for a member, who hears of it. Once the member has died they can't say whom they named, so that two
 * officers do. Refuses: not_found, nominees_not_whole.
 */
export const updateNominees = waitingAction(
  contract.updateNominees,
  async ({ tx }, { id, nominees }) => {
    const [late, before] = await Promise.all([findLateNamer(tx, id), findNominees(tx, id)])
    if (!late) return undefined
    const inWords = (people: readonly { name: string; percent: number }[]) =>
      people.map((person) => t('{name} {percent}%', person)).join('; ') || t('none')
    const was = inWords(
      before.map((person) => ({ name: describeNominee(person), percent: person.shareBasisPoints / 100 })),
    )
    const becomes = inWords(nominees.map((person) => ({ name: describeNominee(person), percent: person.sharePercent })))
    return {
      description: t('Nominees of {name}, {membershipno}, whose death is reported: {was} → {becomes}', {
        ...{ name: late.name, membershipno: late.membershipno },
        ...{ was, becomes },
      }),
      memberId: id,
    }
  },
  async (ask, { id, nominees }) => {
    if (await saveNominees(ask, { id, nominees })) await notifyOfNominees(ask, id)
    else ask.tx.nothingChanged()
    return listNominees(ask, { id })
  },
)

/** Saves whom a member names; false where it is whom they named before. Refuses: not_found, nominees_not_whole. */
export async function saveNominees(
  { tx, actor }: Ask,
  { id, nominees }: Parsed<typeof contract.updateNominees>,
): Promise<boolean> {
  const named = nominees.map(({ firstName, lastName, relationship, phone, email, address, sharePercent }) => ({
    firstName,
    lastName: lastName || null,
    relationship: relationship || null,
    phone: phone || null,
    email: email || null,
    address: address || null,
    shareBasisPoints: hundredths(sharePercent) ?? 0,
  }))
  const wrong = whyNotShares(named.map(({ shareBasisPoints }) => shareBasisPoints))
  if (wrong) throw wrong
  await lockNominator(tx, id)
  const before = (await findNominees(tx, id)).map(({ number: _number, ...person }) => person)
  if (isDeepStrictEqual(before, named)) return false

  // From here on it must succeed.
  await replaceNominees(tx, actor.cooperativeId, id, named)
  return true
}

const fields = ['firstName', 'lastName', 'relationship', 'phone', 'email', 'address'] as const

/**
 * Saves the nominee whom the member's own fields name: the first of the list, who has all of it where they are the only one. The
 * member hears of another one.
 * The caller has locked the member. Refuses: nominees_share_already, where emptying the fields would leave a share to no one.
 */
export async function saveFirstNominee(ask: Ask, memberId: MemberId, person: NomineePerson | undefined): Promise<void> {
  if (!person) return
  const { tx, actor, now } = ask
  const named = await findNominees(tx, memberId)
  const isEmpty = Object.values(person).every((text) => text === null)
  if (isEmpty && named.length > 1) refuse(shareAlready({ field: 'nomineeFirstName' }))

  const [first] = named
  if (first ? fields.every((field) => first[field] === person[field]) : isEmpty) return

  // From here on it must succeed.
  if (first && !isEmpty) await update(tx, 'app.nominee', { memberId, number: 1 }, { ...person, namedAt: now })
  else {
    const only = isEmpty ? [] : [{ ...person, shareBasisPoints: wholeShare }]
    await replaceNominees(tx, actor.cooperativeId, memberId, only)
  }
  await notifyOfNominees(ask, memberId)
}

/** An officer changed who gets a member's money after their death: the member is notified, by SMS and email too, unless they have died. */
async function notifyOfNominees({ tx, actor, context }: Ask, memberId: MemberId): Promise<void> {
  const { cooperativeId, name } = actor
  const namer = await findNamer(tx, memberId)
  if (!namer) return
  const { phone, email, membershipno } = namer
  const told = { kind: 'security', memberId, text: memberTexts.nomineesChanged(name, membershipno) } as const
  await queueMessages(
    tx,
    cooperativeId,
    [
      ...(phone ? [{ ...told, channel: 'sms' as const, to: phone }] : []),
      ...(email ? [{ ...told, channel: 'email' as const, to: email, subject: t('Your nominees') }] : []),
    ],
    context.messagesWaiting,
  )
  const message = t('{name} changed your nominees. If you did not ask for this, tell your cooperative.', { name })
  notifyMembers(tx, cooperativeId, [{ memberId, type: 'warning', message, link: '/member/profile' }])
}

/** All that a second officer has to compare with the papers: “Ada Obi, wife, +234…, ada@example.ng, 1 Broad Street”. */
export function describeNominee({
  firstName,
  lastName,
  relationship,
  phone,
  email,
  address,
}: {
  [Field in keyof NomineePerson]?: NomineePerson[Field] | undefined
}): string {
  return [[firstName, lastName].filter(Boolean).join(' '), relationship, phone, email, address]
    .filter(Boolean)
    .join(', ')
}
