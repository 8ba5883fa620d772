import type { MemberId } from '#domain/ids.ts'
import { Link } from '#web/router/Link.tsx'
import { MemberNumber } from './MemberNumber.tsx'

/** A member by name, leading to his page, with his number. */
export function MemberLink({ memberId, name, membershipno }: { memberId: MemberId; name: string; membershipno: string }) {
  return (
    <>
      <Link to="/coop/member/$memberId" params={{ memberId }}>
        {name}
      </Link>{' '}
      <MemberNumber membershipno={membershipno} />
    </>
  )
}
