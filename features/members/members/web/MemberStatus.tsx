import { CircleCheck, CircleSlash, Shield } from 'lucide'
import { hasEnded, type MemberRole, roleName } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { MemberStatus as Status } from '#features/members/members/rules/member.ts'
import { Tag } from '#ui/Tag.tsx'
import { todayInLagos } from '#ui/format.ts'

/** The state of the membership, and the office that the member holds or held. */
export function MemberStatus({
  member,
}: {
  member: { status: Status; memberRoles: readonly { role: MemberRole; endsOn?: Day | undefined }[] }
}) {
  const office = member.memberRoles.find(({ role }) => role !== 'member')
  const isOver = hasEnded(office?.endsOn, todayInLagos())
  return (
    <span className={member.status === 'active' && !office ? 'row table__usual' : 'row'}>
      {member.status === 'active' ? (
        <Tag tone="success" icon={CircleCheck}>
          Active
        </Tag>
      ) : (
        <Tag icon={CircleSlash}>Inactive</Tag>
      )}
      {office && (
        <Tag tone={isOver ? 'neutral' : 'info'} icon={Shield}>
          {`${roleName(office.role)}${office.endsOn === undefined ? '' : `${isOver ? ', ended' : ' until'} ${dayText(office.endsOn)}`}`}
        </Tag>
      )}
    </span>
  )
}
