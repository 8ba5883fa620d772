import { useQuery } from '@tanstack/react-query'
import type { MemberId } from '#domain/ids.ts'
import { AgoText } from '#web/ui/AgoText.tsx'
import { registerQueries } from './register-api.ts'

/** Who made the member active or inactive, when and why; nothing where no one did. */
export function StatusHistory({ memberId }: { memberId: MemberId }) {
  const { data } = useQuery(registerQueries.statusChanges(memberId))
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
