import { isDeepStrictEqual } from 'node:util'
import { may, officeOf, type TenantActor } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { MemberId, MemberViewId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { activationCodeLifetime } from '#features/access/login/rules/session.ts'
import { announceMessage } from '#features/access/notifications/server/announce-message.ts'
import { activationText } from '#features/members/members/rules/activation-text.ts'
import { isFormer, type MemberStatus } from '#features/members/members/rules/member.ts'
import { slipsMax, viewsMax } from '#features/members/members/rules/register.ts'
import { readmitMember } from '#features/members/members/server/actions.ts'
import * as contract from '#features/members/register/contract.ts'
import { sendNotification as sendContract } from '#features/members/register/messages.ts'
import { recipientsMax } from '#features/members/register/recipients.ts'
import { action, type Ask, preparedAction } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import { codeHash, newCode } from '#platform/credentials/tokens.ts'
import { scopeOf } from '#platform/db/database.ts'
import { findSocietyName } from '#platform/db/find-society-name.ts'
import { newId } from '#platform/db/id.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, json, remove, update } from '#platform/db/write.ts'
import { writeSlips } from '#platform/files/table-file.ts'
import {
  findBorrowers,
  findMemberView,
  findSelected,
  findSelectedIds,
  listMemberViews,
  lockSelected,
  type Selected,
  tooManyMembers,
} from './reads.ts'
import { lockViews, renewActivations, setStatuses } from './writes.ts'

const viewExists = refusal('view_exists', 409, 'You have a view called {name} already. Choose another name.')
const viewsTooMany = refusal('views_too_many', 409, 'You have {max} views, which is the most. Delete one first.')
const nobodyToActivate = refusal(
  'nobody_to_activate',
  409,
  'All of these members have activated already. Reset the activation of one on their own page.',
)
const tooManySlips = refusal(
  'too_many_slips',
  422,
  'These would be {count} slips; at most {max} are printed at once. Narrow them with a filter.',
)
const slipsOutdated = refusal(
  'slips_outdated',
  409,
  'A member activated or changed while the slips were made. No code was changed. Make the slips again.',
)

/** Refuses: view_exists, views_too_many. */
export const saveMemberView = action(contract.saveMemberView, async (ask, { name, shows }) => {
  const { tx, actor } = ask
  await lockViews(tx, actor)
  const views = await listMemberViews(ask, {})
  refuseViewNamed(name, views)
  if (views.length >= viewsMax) refuse(viewsTooMany({ max: viewsMax }))

  // From here on it must succeed.
  const viewId = newId<MemberViewId>()
  await insert(tx, 'app.member_view', { viewId, loginId: actor.loginId, name, shows: json(shows) })
  return findMemberView(tx, actor, viewId)
})

/** Refuses: not_found, view_exists. */
export const changeMemberView = action(contract.changeMemberView, async (ask, { viewId, name, shows }) => {
  const { tx, actor } = ask
  await lockViews(tx, actor)
  const before = await findMemberView(tx, actor, viewId)
  const others = (await listMemberViews(ask, {})).filter(({ id }) => id !== viewId)
  if (name !== undefined) refuseViewNamed(name, others)

  // From here on it must succeed.
  const changed = { name: name ?? before.name, shows: json(shows ?? before.shows) }
  await update(tx, 'app.member_view', { viewId, loginId: actor.loginId }, changed)
  const after = await findMemberView(tx, actor, viewId)
  if (isDeepStrictEqual(after, before)) tx.nothingChanged()
  return after
})

function refuseViewNamed(name: string, views: readonly { name: string }[]): void {
  if (views.some((view) => view.name.toLowerCase() === name.toLowerCase())) refuse(viewExists({ field: 'name', name }))
}

/** Refuses: not_found. */
export const deleteMemberView = action(contract.deleteMemberView, async ({ tx, actor }, { viewId }) => {
  const removed = await remove(tx, 'app.member_view', { viewId, loginId: actor.loginId })
  return removed === 1 ? null : refuse('not_found')
})

/**
 * Makes members active or inactive. Whose status may not change here is left and named. Who has left becomes a member again
 * where they alone are named: by today's date, as `readmitMember` does. Refuses: not_found, too_many_members, and for one who has left what a readmission refuses.
 */
export const changeMemberStatuses = action(contract.changeMemberStatuses, async (ask, { members, status, reason }) => {
  const { tx, actor, today } = ask
  const all = await lockSelected(tx, members, today)
  const [only] = all
  if (only && 'ids' in members && all.length === 1 && status === 'active' && isFormer(only.status)) {
    await readmitMember(ask, { id: only.memberId, reason })
    return { changed: 1, unchanged: 0, refused: [] }
  }
  const wanted = all.filter(
    (member) =>
      member.status !== status && (status === 'active' || !isFormer(member.status)) && member.status !== 'deceased',
  )
  const idsOf = (some: typeof wanted) => some.map(({ memberId }) => memberId)
  const borrowers = status === 'inactive' ? await findBorrowers(tx, idsOf(wanted)) : new Set()
  // An officer's status is their part in approving: it changes on their own page, where it takes two.
  const whyNot = ({ memberId, roles, status: memberStatus }: (typeof wanted)[number]) =>
    isFormer(memberStatus)
      ? ('has_left' as const)
      : officeOf(roles) !== undefined
        ? ('in_office' as const)
        : borrowers.has(memberId)
          ? ('has_loan' as const)
          : undefined
  const free = wanted.filter((member) => whyNot(member) === undefined)

  // From here on the change must succeed.
  if (free.length > 0) await setStatuses(tx, actor, idsOf(free), status, reason)
  return {
    changed: free.length,
    unchanged: all.length - wanted.length,
    refused: wanted.flatMap((member) => {
      const { memberId, membershipno, firstName, lastName } = member
      const why = whyNot(member)
      return why === undefined ? [] : [{ memberId, membershipno, name: `${firstName} ${lastName}`, why }]
    }),
  }
})

/** Gives a member another status because of what was decided elsewhere, as an officer of the register does. */
export async function changeStanding(
  tx: Tx,
  actor: TenantActor,
  memberId: MemberId,
  status: MemberStatus,
  reason: string,
): Promise<void> {
  await setStatuses(tx, actor, [memberId], status, reason)
}

type Slip = { member: Selected; code: string }
type DrawnSlips = { slips: readonly Slip[]; alreadyActive: number; expiresAt: Date; today: Day; pdf: Buffer }

/**
 * Draws slips with new codes for those who have not activated; nothing is locked and nothing stored yet.
 * Refuses: not_found, too_many_members, nobody_to_activate, too_many_slips, overloaded.
 */
async function drawSlips(
  actor: TenantActor,
  { members }: Parsed<typeof contract.printActivationSlips>,
  { database, now }: Context,
): Promise<DrawnSlips> {
  const today = dayIn(now)
  const { society, all } = await database.tenant(
    scopeOf(actor),
    async (tx) => ({
      society: await findSocietyName(tx),
      all: (await findSelected(tx, members, today)).filter((member) => mayGiveCode(actor, member)),
    }),
    { readOnly: true },
  )
  const slips = all.filter(({ isActivated }) => !isActivated).map((member) => ({ member, code: newCode() }))
  if (slips.length === 0) refuse(nobodyToActivate({ field: 'members' }))
  if (slips.length > slipsMax) refuse(tooManySlips({ field: 'members', count: slips.length, max: slipsMax }))
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
export const printActivationSlips = preparedAction(
  contract.printActivationSlips,
  drawSlips,
  async ({ tx, actor, context }, { prepared: { slips, alreadyActive, expiresAt, today, pdf } }) => {
    const locked = new Map(
      (await lockSelected(tx, { ids: slips.map(({ member }) => member.memberId) }, today)).map((member) => [
        member.memberId,
        member,
      ]),
    )
    const renewed = await renewActivations(
      tx,
      slips.map(({ member, code }) => ({ memberId: member.memberId, hash: codeHash(context.secret, code) })),
      { expiresAt, sentOnly: false },
    )
    const isAsDrawn = ({ member }: Slip) => {
      const now = locked.get(member.memberId)
      return (
        now !== undefined &&
        renewed.has(member.memberId) &&
        mayGiveCode(actor, now) &&
        now.phone === member.phone &&
        now.sharesPhone === member.sharesPhone &&
        now.firstName === member.firstName &&
        now.lastName === member.lastName
      )
    }
    // Thrown, so that none of the old codes has ended.
    if (!slips.every(isAsDrawn)) refuse(slipsOutdated({ field: 'members' }))
    return {
      slips: slips.length,
      alreadyActive,
      fileName: `activation-slips-${today}.pdf`,
      pdf: pdf.toString('base64'),
    }
  },
)

/** The code of an officer opens their office, so it is an admin's to print and to send. */
function mayGiveCode(actor: TenantActor, { roles }: Pick<Selected, 'roles'>): boolean {
  return officeOf(roles) === undefined || may(actor, 'member.roles')
}

/** Sends each of these members who has not activated a new code by SMS. Refuses: not_found, too_many_members, nobody_to_activate. */
export const sendActivationCodes = action(contract.sendActivationCodes, async (ask, { members }) => {
  const all = await lockSelected(ask.tx, members, ask.today)
  const sent = await sendCodesTo(ask, all)
  // Thrown, though nothing was sent: a press that does nothing must say why.
  if (sent === 0) refuse(nobodyToActivate({ field: 'members' }))
  const withoutPhone = all.filter(({ phone }) => phone === null).length
  return { sent, alreadyActive: all.length - sent - withoutPhone, withoutPhone }
})

/** A new code for each who has not activated; the codes that they had end. Answers how many were sent. */
export async function sendCodesTo(
  { tx, actor, now, context: { secret, messagesWaiting, publicUrl } }: Ask,
  members: readonly Pick<Selected, 'memberId' | 'membershipno' | 'firstName' | 'phone' | 'sharesPhone' | 'roles'>[],
): Promise<number> {
  const reached = members.filter((member) => member.phone && mayGiveCode(actor, member))
  const codes = reached.map((member) => ({ member, code: newCode() }))
  const renewed = await renewActivations(
    tx,
    codes.map(({ member: { memberId }, code }) => ({ memberId, hash: codeHash(secret, code) })),
    { expiresAt: new Date(now.getTime() + activationCodeLifetime), sentOnly: true },
  )
  const society = await findSocietyName(tx)
  const messages = codes.flatMap(({ member: { memberId, firstName, membershipno, phone, sharesPhone }, code }) =>
    phone !== null && renewed.has(memberId)
      ? [
          {
            kind: 'code' as const,
            memberId,
            channel: 'sms' as const,
            to: phone,
            text: activationText(sharesPhone ? 'welcomeByNumber' : 'welcome', {
              society,
              firstName,
              membershipno,
              code,
              publicUrl: publicUrl(),
            }),
          },
        ]
      : [],
  )
  await queueMessages(tx, actor.cooperativeId, messages, messagesWaiting)
  return messages.length
}

/** Whom a filter of the register finds is decided when the message goes out. Refuses: not_found, nobody_to_notify, too_many_members. */
export const sendNotification = action(sendContract, async ({ tx, actor, today, context }, { to, ...input }) => {
  // A list of identifiers is an array, which has a property called filter, too.
  const found =
    to === 'all' || Array.isArray(to)
      ? to
      : 'ids' in to
        ? to.ids
        : await findSelectedIds(tx, to.filter, today, recipientsMax)
  if (found.length > recipientsMax) refuse(tooManyMembers({ field: 'to', max: recipientsMax }))
  return announceMessage(
    tx,
    actor,
    { ...input, to: found, kind: 'notice', subject: t('A message from your cooperative') },
    context,
  )
})
