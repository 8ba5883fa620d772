import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { ActionId, MeetingId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Responsible } from './queries.ts'

type Plan = { wording: string; dueOn: Day; agendaLine: number | null; by: Responsible }

/** Its recording is the first time that the member is told. */
export async function insertAction(
  tx: Tx,
  { cooperativeId, loginId }: TenantActor,
  { id, meetingId, today }: { id: ActionId; meetingId: MeetingId; today: Day },
  { wording, dueOn, agendaLine, by }: Plan,
): Promise<void> {
  await tx.run(sql`
    insert into app.meeting_action (cooperative_id, action_id, meeting_id, wording, member_id, member_name, due_on, agenda_line, reminded_on, created_by)
    values (${cooperativeId}, ${id}, ${meetingId}, ${wording}, ${by.memberId}, ${by.name}, ${dueOn}, ${agendaLine}, ${today}, ${loginId})`)
}

export async function updateActionRow(
  tx: Tx,
  { id, today }: { id: ActionId; today: Day },
  { wording, dueOn, agendaLine, by }: Plan,
): Promise<void> {
  await tx.run(sql`
    update app.meeting_action set wording = ${wording}, member_id = ${by.memberId}, member_name = ${by.name}, due_on = ${dueOn}, agenda_line = ${agendaLine}, reminded_on = ${today}
    where action_id = ${id}`)
}

export async function setEnded(
  tx: Tx,
  { name }: TenantActor,
  {
    id,
    ...end
  }: {
    id: ActionId
    status: 'done' | 'dropped'
    on: Day
    byMember: boolean
    inMinutes: boolean
    note: string | null | undefined
  },
): Promise<void> {
  await tx.run(sql`
    update app.meeting_action set status = ${end.status}, ended_on = ${end.on}, ended_at = now(), ended_by_name = ${name}, ended_by_member = ${end.byMember}, is_in_minutes = ${end.inMinutes}, note = ${end.note || null}
    where action_id = ${id}`)
}

export async function setReminded(tx: Tx, ids: readonly ActionId[], today: Day): Promise<void> {
  await tx.run(sql`update app.meeting_action set reminded_on = ${today} where action_id = any(${[...ids]}::uuid[])`)
}
