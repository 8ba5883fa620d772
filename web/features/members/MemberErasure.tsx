import { useQuery } from '@tanstack/react-query'
import type { MemberId } from '#domain/ids.ts'
import { Link } from '#web/router/Link.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { erasureOf } from './erasure-api.ts'

/** Says that this member asked to be erased, and leads to where it is decided. */
export function MemberErasure({ memberId }: { memberId: MemberId }) {
  const [request] = useQuery(erasureOf(memberId)).data?.rows ?? []
  if (!request) return null
  return (
    <Banner
      tone="warning"
      title="This member asks to be erased"
      actions={
        <Link needs="erasure.decide" className={buttonClass('secondary')} to="/coop/settings" search={{ tab: 'data' }}>
          Decide
        </Link>
      }
    >
      Asked on <DateText on={request.askedAt} />.
    </Banner>
  )
}
