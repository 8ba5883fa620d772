import { useQuery } from '@tanstack/react-query'
import { listStatusChanges } from '#features/members/register/contract.ts'
import type { MemberId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { AgoText } from '#ui/AgoText.tsx'

/** Who made the member active or inactive, when and why; nothing where no one did. */
export function StatusHistory({ memberId }: { memberId: MemberId }) {
  const { data } = useQuery(query(listStatusChanges, { memberId }))
  if (!data || data.length === 0) return null
  return (
    <section>
      <h2>Status</h2>
      <ul className="stack" aria-label="Changes of status">
        {data.map(({ to, reason, by, at }) => (
          <li key={at.getTime()}>
            <strong>Made {to}</strong>: {reason}
            <br />
            <span className="muted">
              {by}, <AgoText at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
