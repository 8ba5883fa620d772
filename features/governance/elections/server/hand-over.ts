import { meetings, people } from '#core/contract/changes.ts'
import { officeOf } from '#core/actor.ts'
import { rolesOn } from '#features/access/login/rules/office.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { postTitle } from '#features/governance/officers/rules/post.ts'
import type { PostOffice } from '#features/governance/officers/rules/words.ts'
import type { CooperativeId, HandOverId, MemberId } from '#core/ids.ts'
import { noLogin } from '#platform/context.ts'
import type { Database } from '#platform/db/database.ts'
import { recordOutcomes } from '#platform/db/outcomes.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers, notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { passPost } from '#features/governance/officers/server/writes.ts'
import { holdsOtherOffice, lockPost } from '#features/governance/officers/server/reads.ts'
import { changeRoles } from '#features/members/members/server/actions.ts'
import { hintAfter } from '#platform/live/hints.ts'
import {
  findDueHandOvers,
  findElected,
  findRights,
  type HandOver,
  holdsThroughOther,
  lockHandOver,
  type Rights,
} from './reads.ts'
import { transactionTime, update } from '#platform/db/write.ts'
import { t } from '#core/sentence.ts'

/** Does the hand-overs of a cooperative whose day has come in Lagos, each in a transaction of its own. */
export async function doDueHandOvers(database: Database, cooperativeId: CooperativeId, now: Date): Promise<void> {
  const scope = { cooperativeId, role: 'job' as const }
  const due = await database.tenant(scope, (tx) => findDueHandOvers(tx, dayIn(now)))
  for (const { id } of due)
    await database.tenant(scope, async (tx) => {
      await handOver(tx, cooperativeId, id, now)
      hintAfter(tx, { topics: [...meetings, ...people], cooperativeId, officers: true, members: 'all' })
    })
}

/**
 * Passes a post on: the new term and its rights begin, and those of the holder before end, in one transaction. So no office
 * is empty in between, and where the elected member can't take it the holder before stays. Does nothing where it is not
 * planned any more or its day has not come.
 */
export async function handOver(tx: Tx, cooperativeId: CooperativeId, id: HandOverId, now: Date): Promise<void> {
  const today = dayIn(now)
  const plan = await lockHandOver(tx, id)
  if (plan.status !== 'planned' || plan.takesOfficeOn > today) return
  const post = await lockPost(tx, plan.postId)
  const rights = await findRights(tx, plan.memberId)
  const title = postTitle(post)
  const reason = await whyNotTake(tx, plan, { office: post.office, rights, today })
  if (reason !== undefined) {
    await update(tx, 'app.hand_over', { handOverId: id }, { status: 'failed', reason, endedAt: transactionTime })
    notifyOfficers(tx, cooperativeId, {
      type: 'warning',
      message: t('The hand-over of {title} was not done: {reason}. The holder before stays in office.', {
        title,
        reason,
      }),
      link: `/coop/governance/elections/${plan.electionId}`,
    })
    return
  }

  // From here on it must succeed.
  const { memberId, takesOfficeOn, termEndsOn, cameBy, electionId, decidedBy } = plan
  const outgoing = await passPost(
    tx,
    { post, memberId, on: takesOfficeOn, endsOn: termEndsOn, cameBy, electionId, recordedBy: decidedBy },
    (await findElected(tx, plan)).filter((elected) => elected !== memberId),
  )
  if (post.office) await passRights(tx, cooperativeId, { plan, office: post.office, rights, outgoing, today })
  await update(tx, 'app.hand_over', { handOverId: id }, { status: 'done', reason: null, endedAt: transactionTime })
  notifyMembers(tx, cooperativeId, [
    {
      memberId,
      message: t('You took office as {title} on {takesOfficeOn}. Your term runs until {termEndsOn}.', {
        title,
        takesOfficeOn: dayText(takesOfficeOn),
        termEndsOn: dayText(termEndsOn),
      }),
    },
    ...outgoing.map((before) => ({
      memberId: before,
      message: t('Your term as {title} ended on {takesOfficeOn}.', { title, takesOfficeOn: dayText(takesOfficeOn) }),
    })),
  ])
  notifyOfficers(tx, cooperativeId, {
    message: t('{name} took office as {title}.', { name: rights.name, title }),
    link: '/coop/governance/officers',
  })
  recordHandOver(tx, cooperativeId, plan)
}

/** A line of the trail: there is no request behind what the clock does. */
function recordHandOver(tx: Tx, cooperativeId: CooperativeId, { id, memberId, decidedBy }: HandOver): void {
  recordOutcomes(
    tx,
    cooperativeId,
    [
      {
        ...{ loginId: noLogin, actorName: decidedBy, role: 'coop_admin', action: 'office.handed_over' },
        ...{ subjectId: memberId, requestId: id },
      },
    ],
    [],
  )
}

async function whyNotTake(
  tx: Tx,
  { memberId, postId, termEndsOn }: HandOver,
  { office, rights, today }: { office: PostOffice | null; rights: Rights; today: Day },
): Promise<string | undefined> {
  if (!rights.isActive) return t('{name} is not an active member', { name: rights.name })
  if (office === 'auditor' && termEndsOn < today) return t('the term is over already')
  const held = officeOf(rolesOn(rights.roles, rights.officeEndsOn, today))
  if (office === null || held === undefined || held === 'admin' || held === office) return undefined
  return (await holdsOtherOffice(tx, { memberId, postId, office }))
    ? t('{name} holds another post with rights of its own. End that term, or make them an admin', { name: rights.name })
    : undefined
}

type Passing = { plan: HandOver; office: PostOffice; rights: Rights; outgoing: MemberId[]; today: Day }

/** An admin keeps all rights; one who leaves the post loses its office alone. */
async function passRights(
  tx: Tx,
  cooperativeId: CooperativeId,
  { plan, office, rights, outgoing, today }: Passing,
): Promise<void> {
  const { memberId, termEndsOn } = plan
  if (officeOf(rolesOn(rights.roles, rights.officeEndsOn, today)) !== 'admin') {
    // An auditor's office always has a last day; the others stay until a successor takes over.
    const endsOn = office === 'auditor' ? termEndsOn : null
    await changeRoles(tx, cooperativeId, { memberId, roles: ['member', office], endsOn })
  }
  for (const before of outgoing) {
    const { roles } = await findRights(tx, before)
    if (officeOf(roles) === office && !(await holdsThroughOther(tx, before, office)))
      await changeRoles(tx, cooperativeId, { memberId: before, roles: ['member'], endsOn: null })
  }
}
