import { CircleCheck, CircleSlash, Shield } from 'lucide'
import type { MemberRole } from '#domain/actor.ts'
import { memberStatusLabels, type MemberStatus as Status } from '#domain/members/member.ts'
import { Tag } from '#web/ui/Tag.tsx'

/** How the membership stands, and whether the member is an admin. */
export function MemberStatus({ member }: { member: { status: Status; memberRoles: readonly { role: MemberRole }[] } }) {
  return (
    <span className="row">
      {member.status === 'active' ? (
        <Tag tone="success" icon={CircleCheck}>
          Active
        </Tag>
      ) : (
        <Tag icon={CircleSlash}>{memberStatusLabels[member.status]}</Tag>
      )}
      {member.memberRoles.some(({ role }) => role === 'admin') && (
        <Tag tone="info" icon={Shield}>
          Admin
        </Tag>
      )}
    </span>
  )
}
