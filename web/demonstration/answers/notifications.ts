import type { Replied } from '#contract/endpoint.ts'
import * as contract from '#contract/access/notifications.ts'
import type { Actor } from '#domain/actor.ts'
import type { AnnouncementId, MemberId, NotificationId } from '#domain/ids.ts'
import type { NotificationType } from '#domain/access/notifications/notification.ts'
import { refuse } from '#domain/refusal.ts'
import { type Answer, inside, type Moment, open, paged, type Place } from '#web/demonstration/answering.ts'
import { memberIdOf, type Notice } from '#web/demonstration/records.ts'
import { sendNotification } from '#contract/members/messages.ts'
import { selectedIn } from './members.ts'
import { findMember, isActive, isIn, membersOf, newId, notify } from './society.ts'

export const notificationAnswers: readonly Answer[] = [
  open(contract.listNotifications, (moment, input, _user, actor) => {
    const told = toldTo(moment, actor).filter(({ hidden }) => !hidden)
    const rows = told.filter(({ type, message, read }) => (!input.type || type === input.type) && (!input.status || (input.status === 'read') === read) && isIn(message, input.q)).map(noticeFrom)
    return paged(rows, input, { createdAt: (row) => row.createdAt.getTime() }, '-createdAt', { unread: told.filter(({ read }) => !read).length })
  }),
  inside(sendNotification, (place, { message, type = 'info', to, link = null }) => {
    const named = to === 'all' || Array.isArray(to) ? to : selectedIn(place, to).map(memberIdOf)
    const { id, reached } = announce(place, { to: named, type, message, link })
    return { id, recipients: reached.length, sms: 0, emails: 0 }
  }),
  inside(contract.listSentNotifications, ({ society }, input) => {
    const rows = society.announcements.filter(({ message }) => isIn(message, input.q)).map(({ createdAt, ...row }) => ({ ...row, sms: 0, emails: 0, createdAt: new Date(createdAt) }))
    return paged(rows, input, { createdAt: (row) => row.createdAt.getTime() }, '-createdAt')
  }),
  open(contract.readNotification, (moment, { id }, _user, actor) => noticeFrom(Object.assign(findNotice(moment, actor, id), { read: true }))),
  open(contract.readAllNotifications, (moment, { through }, _user, actor) => {
    const unread = toldTo(moment, actor).filter(({ read, hidden, createdAt }) => !read && !hidden && (!through || new Date(createdAt) <= through))
    for (const notice of unread) notice.read = true
    return { read: unread.length }
  }),
  open(contract.hideNotification, (moment, { id }, _user, actor) => {
    findNotice(moment, actor, id).hidden = true
    return { id }
  }),
  open(contract.restoreNotification, (moment, { id }, _user, actor) => noticeFrom(Object.assign(findNotice(moment, actor, id), { hidden: false }))),
]

function toldTo({ world }: Moment, actor: Actor | undefined): Notice[] {
  if (!actor) return []
  if (actor.role === 'superadmin') return world.platformNotices
  const reader = actor.role === 'member' ? actor.memberId : 'officers'
  return world.societies.find(({ id }) => id === actor.cooperativeId)?.notices.filter(({ to }) => to === reader) ?? []
}

function findNotice(moment: Moment, actor: Actor | undefined, id: NotificationId): Notice {
  return toldTo(moment, actor).find((notice) => notice.id === id) ?? refuse('not_found')
}

function noticeFrom({ id, type, message, link, createdAt, read }: Notice): Replied<typeof contract.readNotification> {
  return { id, type, message, link, createdAt: new Date(createdAt), read, status: read ? 'read' : 'unread' }
}

type Announced = { to: 'all' | readonly MemberId[]; type?: NotificationType; message: string; link: string | null }

/** Tells all active members, or these. */
export function announce(place: Place, { to, type = 'info', message, link }: Announced): { id: AnnouncementId; reached: MemberId[] } {
  const { society, actor, now } = place
  const reached = to === 'all' ? membersOf(place).filter(isActive).map(memberIdOf) : [...new Set(to)]
  for (const memberId of reached) findMember(place, memberId, 'to')
  if (reached.length === 0) refuse('nobody_to_notify', { field: 'to' })
  for (const memberId of reached) notify(society, memberId, message, now, { type, link })
  const id = newId<AnnouncementId>()
  society.announcements.push({ id, type, message, recipients: reached.length, sentBy: actor.name, createdAt: now.toISOString() })
  return { id, reached }
}
