import { isSelf, type MemberRole, officeOf, roleName, type TenantActor } from '#core/actor.ts'
import { addMonths, type Day, dayText, firstDayOf, momentText, periodName, periodOf } from '#core/calendar.ts'
import type { CooperativeId, LoginId, MemberId } from '#core/ids.ts'
import { moneyText, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { officeNotice, whyNotGive } from '#features/access/login/rules/office.ts'
import { activationCodeLifetime } from '#features/access/login/rules/session.ts'
import { notifyMembers, notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { notifyOfEndedAccess } from '#features/access/webhooks/server/actions.ts'
import { changeDueFrom as dueFromContract } from '#features/members/members/due-from.ts'
import * as contract from '#features/members/members/member-changes.ts'
import { readmitMember as readmitContract } from '#features/members/members/readmission.ts'
import { activationText } from '#features/members/members/rules/activation-text.ts'
import { contributionsDueAfter } from '#features/members/members/rules/monthly-contribution.ts'
import { whyNotReadmit } from '#features/members/members/rules/readmission.ts'
import * as registerContract from '#features/members/register/contract.ts'
import { monthsAheadMax } from '#features/members/requests/rules/member-request.ts'
import { action } from '#platform/action.ts'
import { codeHash, newCode } from '#platform/credentials/tokens.ts'
import { findSocietyName } from '#platform/db/find-society-name.ts'
import { newId } from '#platform/db/id.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import { update } from '#platform/db/write.ts'
import { hintOffices } from '#platform/live/hints.ts'
import {
  findActivation,
  findAsker,
  findFormerMember,
  findLoginProof,
  findMember,
  findMoneyOnAccounts,
  findUnfinished,
  getMemberRoles,
  hasLoan,
  memberExitOpen,
  memberHasLoan,
  memberHasMoney,
  memberHasRequests,
} from './reads.ts'
import { ownContributions, refuseOfficer, toldOf } from './update-member.ts'
import {
  declineRequests,
  type DueFrom,
  endMemberSessions,
  endSessionsHere,
  insertDueFromChange,
  lockMember,
  moveDueFrom,
  moveMembership,
  proveInPerson,
  readmit,
  removeMember,
  renewMembership,
  saveSentCodes,
} from './writes.ts'

const inVote = refusal(
  'member_in_vote',
  409,
  '{name} is on the roll of “{vote}”. Remove them once its result is confirmed.',
)
const inElection = refusal(
  'member_in_election',
  409,
  '{name} is a candidate in “{election}”. Remove them once the election is over.',
)
const dueBeforeJoining = refusal(
  'due_before_joining',
  422,
  '{name} joined on {joined}. Choose that month or a later one.',
)
const dueTooLate = refusal('due_too_late', 422, 'Choose {last} or an earlier month.')
const hasPhone = refusal(
  'member_has_phone',
  409,
  'This member has a phone. The portal sends a code there when the member votes or guarantees.',
)
const notActivated = refusal(
  'member_not_activated',
  409,
  'This member has not opened the portal. Hand over an activation code first, then confirm who used it.',
)
const provedAlready = refusal('login_proved_already', 409, 'This login is confirmed already.')
const secondOfficerMissing = refusal(
  'second_officer_missing',
  409,
  'This takes two officers, and no other one can log in to approve it. Give a second officer access first.',
)

type Member = Awaited<ReturnType<typeof findMember>>

const officeHeldBy = ({ memberRoles }: Pick<Member, 'memberRoles'>) => officeOf(memberRoles.map(({ role }) => role))

/**
 * Removes a member without a balance who owes nothing and waits for nothing. It waits of an officer, whose part in approving ends
 * with it. Refuses: member_has_money, member_has_loan, member_exit_open, member_in_vote, member_in_election, member_has_requests.
 */
export const deleteMember = waitingAction(
  contract.deleteMember,
  async ({ tx, actor }, { id }) => {
    const member = await findMember(tx, id)
    const { firstName, lastName } = member
    const office = officeHeldBy(member)
    if (office === undefined) return undefined
    return {
      description: t('Remove {firstName} {lastName}, {office}', {
        ...{ firstName, lastName, office: roleName(office).toLowerCase() },
      }),
      isOfOffice: true,
      opensToAsker: true,
      memberId: id,
      tells: toldOf(member, actor, (of) =>
        t(
          '{by} asked to remove {name}, {membershipno}. If this is wrong, call another officer of your cooperative at once.',
          of,
        ),
      ),
    }
  },
  async ({ tx, actor }, { id }) => {
    await lockMember(tx, id)
    const member = await findMember(tx, id)
    const money = await findMoneyOnAccounts(tx, id)
    if (money > 0n) refuse(memberHasMoney({ balance: moneyText(money) }))
    if (await hasLoan(tx, id)) refuse(memberHasLoan())
    const { waiting, isLeaving, vote, election } = await findUnfinished(tx, id)
    const name = `${member.firstName} ${member.lastName}`
    if (isLeaving) refuse(memberExitOpen())
    if (vote !== null) refuse(inVote({ name, vote }))
    if (election !== null) refuse(inElection({ name, election }))
    if (waiting > 0) refuse(memberHasRequests(waiting))

    // From here on it must succeed.
    if (officeHeldBy(member) !== undefined) {
      const message = t(
        'You were removed from the register of members, and your office has ended. If this is wrong, speak to another officer.',
      )
      notifyMembers(tx, actor.cooperativeId, [{ memberId: id, message }], 'security')
      hintOffices(tx, actor.cooperativeId)
    }
    await removeMember(tx, actor.cooperativeId, id)
    await notifyOfEndedAccess(tx, id)
    return null
  },
)

/** Refuses: not_found, own_contributions, due_before_joining, due_too_late. */
export const changeDueFrom = action(dueFromContract, async ({ tx, actor, today }, { id, dueFrom, arrears, reason }) => {
  if (isSelf(actor, id)) refuse(ownContributions())
  await lockMember(tx, id)
  const { firstName, lastName, registrationDate } = await findMember(tx, id)
  const name = `${firstName} ${lastName}`
  if (dueFrom < periodOf(registrationDate))
    refuse(dueBeforeJoining({ field: 'dueFrom', name, joined: dayText(registrationDate) }))
  const last = addMonths(periodOf(today), monthsAheadMax)
  if (dueFrom > last) refuse(dueTooLate({ field: 'dueFrom', last: periodName(last) }))

  // From here on it must succeed.
  const from = firstDayOf(dueFrom)
  const owed = arrears > 0n ? [{ memberId: id, amount: arrears }] : []
  await moveDueFrom(tx, actor.cooperativeId, { dueFrom: from, arrears: owed, only: id })
  await insertDueFromChange(tx, actor, { memberId: id, dueFrom: from, arrears, reason })
  return findMember(tx, id)
})

/** All members' contributions are due from the month after opening balances of this day; what each owed on it is brought forward. */
export async function bringArrearsForward(
  tx: Tx,
  { cooperativeId }: TenantActor,
  openingBalancesOn: Day,
  arrears: DueFrom['arrears'],
): Promise<void> {
  const dueFrom = firstDayOf(contributionsDueAfter(openingBalancesOn))
  // For those who are registered from now on.
  await update(tx, 'app.configuration', { cooperativeId }, { contributionsDueFrom: dueFrom })
  await moveDueFrom(tx, cooperativeId, { dueFrom, arrears })
}

/**
 * Admits a former member again. Their accounts are empty since the settlement and are theirs again; what they were before
 * stays with the leaving that ended it. Refuses: not_found, readmission_of_deceased, readmission_of_member,
 * readmission_of_erased, readmission_owed, readmission_reversal_waits, readmission_before_leaving, dated_in_future.
 */
export const readmitMember = action(readmitContract, async ({ tx, actor, today }, { id, joinedOn = today, reason }) => {
  await lockMember(tx, id)
  const why = whyNotReadmit(await findFormerMember(tx, id), joinedOn, today)
  if (why) throw why

  // From here on it must succeed.
  await readmit(tx, actor, { memberId: id, joinedOn, reason })
  const dueFrom = firstDayOf(periodOf(joinedOn))
  await moveDueFrom(tx, actor.cooperativeId, { dueFrom, arrears: [], only: id })
  await insertDueFromChange(tx, actor, { memberId: id, dueFrom, arrears: zeroKobo, reason })
  return findMember(tx, id)
})

/**
 * Sets a member's roles, and until when an office is theirs. A role that is taken away ends the sessions that rested on it.
 * Refuses: one_office_only, office_end_unused, office_end_past, office_end_missing, member_not_active.
 */
export const updateMemberRoles = waitingAction(
  contract.updateMemberRoles,
  async ({ tx, actor }, { memberId, roleIds, endsOn = null }) => {
    const member = await findMember(tx, memberId)
    const description = toldRoles(member, roleIds, endsOn)
    if (description === undefined) return undefined
    const tells = toldOf(member, actor, (of) =>
      t(
        '{by} asked to change the office of {name}, {membershipno}. If this is wrong, call another officer of your cooperative at once.',
        of,
      ),
    )
    return { description, isOfOffice: true, opensToAsker: true, memberId, tells }
  },
  async (ask, { memberId, roleIds, endsOn = null }) => {
    const { tx, actor, today } = ask
    await lockMember(tx, memberId)
    const before = await findMember(tx, memberId)
    const roles = [...new Set(['member' as const, ...roleIds])]
    const reason = whyNotGive(roles, endsOn, today)
    if (reason) throw reason
    // It would be in force the moment that one officer makes them active again.
    if (before.status !== 'active' && officeOf(roles) !== undefined)
      refuse('member_not_active', { name: `${before.firstName} ${before.lastName}` })

    // From here on it must succeed.
    await changeRoles(tx, actor.cooperativeId, { memberId, roles, endsOn })
    const description = toldRoles(before, roles, endsOn)
    if (description !== undefined)
      notifyOfficers(tx, actor.cooperativeId, {
        type: 'warning',
        message: t('{name} changed who works in the admin area. {description}.', { name: actor.name, description }),
      })
    return getMemberRoles(ask, { memberId })
  },
)

/** “Office of Ada Obi: none → treasurer until 31 Dec 2026”. */
function toldRoles(
  { firstName, lastName, memberRoles }: Member,
  roles: readonly MemberRole[],
  endsOn: Day | null,
): string | undefined {
  const held = memberRoles.find(({ role }) => role !== 'member')
  const before = toldOffice(held?.role, held && 'endsOn' in held ? (held.endsOn ?? null) : null)
  const after = toldOffice(officeOf(roles), endsOn)
  if (before === after) return undefined
  return t('Office of {firstName} {lastName}: {before} → {after}', { firstName, lastName, before, after })
}

function toldOffice(office: MemberRole | undefined, endsOn: Day | null): string {
  if (office === undefined) return t('none')
  const role = roleName(office)
  return endsOn === null ? role : t('{role} until {endsOn}', { role, endsOn: dayText(endsOn) })
}

/**
 * Gives a locked member these roles, ends the sessions that rested on one that is taken away, and tells the member by
 * SMS and email too. The caller has checked that they can be given.
 */
export async function changeRoles(
  tx: Tx,
  cooperativeId: CooperativeId,
  { memberId, roles, endsOn }: { memberId: MemberId; roles: readonly MemberRole[]; endsOn: Day | null },
): Promise<void> {
  const before = await findMember(tx, memberId)
  const { memberRoles } = before
  await update(tx, 'app.member', { memberId }, { roles: [...roles], officeEndsOn: endsOn })
  if (memberRoles.some(({ role }) => !roles.includes(role))) await endMemberSessions(tx, memberId, 'role_removed')
  await notifyOfEndedAccess(tx, memberId)
  hintOffices(tx, cooperativeId)
  const heldUntil = memberRoles.find((held) => 'endsOn' in held)?.endsOn ?? null
  const message = officeNotice({ office: officeHeldBy(before), endsOn: heldUntil }, { office: officeOf(roles), endsOn })
  if (message !== undefined)
    notifyMembers(tx, cooperativeId, [{ memberId, message, link: '/member/dashboard' }], 'security')
}

/** Makes one who holds an office a plain member again. */
export async function endOffice(tx: Tx, cooperativeId: CooperativeId, memberId: MemberId): Promise<void> {
  if (officeHeldBy(await findMember(tx, memberId)) !== undefined)
    await changeRoles(tx, cooperativeId, { memberId, roles: ['member'], endsOn: null })
}

/** Makes a member a former one from this day on; wherever they were signed in to this membership, they are no more, an office is over, and what they asked for is declined. */
export async function endMembership(
  tx: Tx,
  actor: TenantActor,
  memberId: MemberId,
  status: 'left' | 'deceased',
  leftOn: Day,
): Promise<void> {
  await update(tx, 'app.member', { memberId }, { status, leftOn })
  await endMemberSessions(tx, memberId, 'membership_ended')
  await endOffice(tx, actor.cooperativeId, memberId)
  await declineRequests(tx, actor, memberId, t('The membership has ended.'))
}

/** A former member is again what they were before. */
export async function reopenMembership(tx: Tx, memberId: MemberId, status: 'active' | 'inactive'): Promise<void> {
  await update(tx, 'app.member', { memberId }, { status, leftOn: null })
}

/**
 * Ends every session that a member has at this cooperative. Their sessions at other cooperatives stay, and open this one
 * again only after a new login. Refuses: not_found, officer_by_admin.
 */
export const logMemberOut = action(registerContract.logMemberOut, async ({ tx, actor }, { memberId }) => {
  refuseOfficer(actor, await findMember(tx, memberId))

  // From here on it must succeed.
  await endSessionsHere(tx, memberId)
  return null
})

/**
 * Ends a member's way into the portal until they prove themselves with the new code. A password that they have stays theirs; only
 * a member without a phone, who can't ask for a code, chooses another with this one. It waits of an officer, and of a member without a
 * phone who has opened the portal: with the code their login could be taken. And of a voter or candidate while the ballot is open: it
 * logs them out. Refuses: officer_by_admin.
 */
export const resetActivation = waitingAction(
  registerContract.resetActivation,
  async ({ tx, actor }, { memberId }) => {
    const member = await findMember(tx, memberId)
    const { firstName, lastName, phone, activated } = member
    const held = officeHeldBy(member)
    const { vote, election } = await findUnfinished(tx, memberId)
    const ballot = vote ?? election
    const office =
      held !== undefined
        ? roleName(held).toLowerCase()
        : !activated
          ? undefined
          : phone === null
            ? t('who has no phone')
            : ballot !== null
              ? t('who is a voter or candidate in “{ballot}”', { ballot })
              : undefined
    if (office === undefined) return undefined
    return {
      description: t('New activation code for {firstName} {lastName}, {office}', { firstName, lastName, office }),
      memberId,
      tells: toldOf(member, actor, (of) =>
        t(
          '{by} asked for a new activation code of {name}, {membershipno}. If this is wrong, call another officer of your cooperative at once.',
          of,
        ),
      ),
    }
  },
  async ({ tx, actor, now, context: { secret, messagesWaiting, publicUrl } }, { memberId }) => {
    await lockMember(tx, memberId)
    const member = await findMember(tx, memberId)
    refuseOfficer(actor, member)

    // From here on it must succeed.
    const code = newCode()
    const enrolment = {
      memberId,
      phone: member.phone,
      name: `${member.firstName} ${member.lastName}`,
      loginId: newId<LoginId>(),
      codeId: newId(),
      codeHash: codeHash(secret, code),
    }
    const expiresAt = new Date(now.getTime() + activationCodeLifetime)
    // A phone keeps its login, and with it the password.
    if (member.phone !== null) await renewMembership(tx, enrolment, expiresAt)
    else await moveMembership(tx, enrolment, expiresAt)
    const society = await findSocietyName(tx)
    if (member.phone !== null) {
      // The officer sees the other code, so the phone gets one of its own.
      const sent = newCode()
      await saveSentCodes(tx, [{ memberId, hash: codeHash(secret, sent) }], expiresAt)
      const text = activationText('again', { ...member, society, code: sent, publicUrl: publicUrl() })
      await queueMessages(
        tx,
        actor.cooperativeId,
        [{ kind: 'code', memberId, channel: 'sms', to: member.phone, text }],
        messagesWaiting,
      )
    }
    return { ...(await findMember(tx, memberId)), activationCode: code }
  },
)

const inPerson = waitingAction(
  registerContract.confirmInPerson,
  async ({ tx }, { memberId }) => {
    const { firstName, lastName, membershipno } = await findMember(tx, memberId)
    // A login that was activated since is one that the asker never saw.
    const activatedAt = await findActivation(tx, memberId)
    const when = activatedAt ? momentText(activatedAt) : t('not yet')
    return {
      description: t(
        'The portal of {firstName} {lastName}, {membershipno}, activated {when}, was opened by the member, whom you have seen in person',
        { firstName, lastName, membershipno, when },
      ),
      memberId,
      ownMemberId: memberId,
      ownerNeverAgrees: true,
    }
  },
  async ({ tx, actor }, { memberId }) => {
    await lockMember(tx, memberId)
    const { phone, activated } = await findMember(tx, memberId)
    if (phone !== null) refuse(hasPhone())
    if (!activated) refuse(notActivated())
    if ((await findLoginProof(tx, memberId)) !== null) refuse(provedAlready())

    const { method, path } = registerContract.confirmInPerson
    const asker = await findAsker(tx, actor, `${method} ${path}`, memberId)
    // Also where no other approver is left meanwhile, and they could approve what they asked for.
    if (asker?.isOwn) refuse('maker_is_not_checker')

    // From here on it must succeed.
    await proveInPerson(tx, memberId, [...new Set([asker?.name ?? actor.name, actor.name])].join(t(' and ')))
    return null
  },
)

const { ask: askAnother } = inPerson

/**
 * Proves the login of a member without a phone, whom two officers saw: one officer's word is none. A new activation code ends it with
 * the login. Refuses: member_has_phone, member_not_activated, login_proved_already, maker_is_not_checker, second_officer_missing.
 */
export const confirmInPerson = Object.assign(inPerson, {
  ask: async (...given: Parameters<typeof askAnother>) =>
    (await askAnother(...given)) ?? refuse(secondOfficerMissing()),
})
