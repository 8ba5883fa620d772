import type { MemberId } from '#core/ids.ts'
import { Link } from '#ui/router/Link.tsx'
import { MemberNumber } from './MemberNumber.tsx'

/** A member by name, leading to their page, with their number. */
export function MemberLink({
  memberId,
  name,
  membershipno,
}: {
  memberId: MemberId
  name: string
  membershipno: string
}) {
  return (
    <>
      <Link to="/coop/member/$memberId" params={{ memberId }}>
        {name}
      </Link>{' '}
      <MemberNumber membershipno={membershipno} />
    </>
  )
}
