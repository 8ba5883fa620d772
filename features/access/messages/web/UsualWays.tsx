import { useQuery } from '@tanstack/react-query'
import { getUsualWays, setUsualWay } from '#features/access/messages/contract.ts'
import { usualWays } from '#features/access/messages/rules/message.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Link } from '#ui/router/Link.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { ReadOnlyUnless } from '#ui/ReadOnlyUnless.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { choosableWords, wayWords } from '#ui/parts/message-ways.ts'

/** How members get what has no setting of its own, saved with each choice. */
export function UsualWays() {
  const asked = useQuery(query(getUsualWays, {}))
  const change = useAction(setUsualWay, { onSuccess: () => toast.success('Saved') })
  return (
    <Card
      title="Messages to members"
      description="For members who have not chosen for themselves in their portal. Each SMS costs the cooperative."
    >
      {asked.isError && <LoadProblem title="Failed to load the settings" of={asked} />}
      {asked.isPending && <SkeletonLines lines={3} />}
      <div className="stack">
        <ReadOnlyUnless may="notification.send">
          <div className="stack">
            {asked.data?.map(({ kind, way }) => (
              <Select
                key={kind}
                label={choosableWords[kind]}
                value={way}
                options={optionsOf(usualWays, wayWords)}
                onChange={(next) => next && change.mutate({ kind, way: next })}
              />
            ))}
          </div>
        </ReadOnlyUnless>
        {change.error && <RefusedBanner error={change.error} title="The setting was not saved" />}
        <p className="muted">
          How reminders of instalments come is set with the loan products. For a notice of a meeting you choose each
          time.{' '}
          <Link to="/coop/notifications" search={{ tab: 'messages' }}>
            Sent SMS and email
          </Link>
        </p>
      </div>
    </Card>
  )
}
