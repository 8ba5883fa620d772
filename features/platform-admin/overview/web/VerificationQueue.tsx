import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide'
import { dayIn, daysBetween } from '#core/calendar.ts'
import { Link } from '#ui/router/Link.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { plural, todayInLagos } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import './VerificationQueue.css'
import { platformQueries } from './api.ts'

const shown = 5
/** What the waiting screen promises: 1-3 business days. */
const promisedDays = 3

/** Who has waited longest, first. */
export function VerificationQueue() {
  const { data, error, refetch } = useQuery(
    platformQueries.list({ status: 'pending', sort: 'createdAt', limit: shown }),
  )
  const { set } = useListSearch()
  const waiting = data?.meta.total ?? 0
  return (
    <Card
      title="Waiting for verification"
      {...(waiting > 0 ? { description: `${plural(waiting, 'cooperative')}, longest wait first` } : {})}
      {...(waiting > shown
        ? {
            actions: (
              <Link
                className={buttonClass('secondary', 'small')}
                to="/superadmin/dashboard"
                search={{ status: 'pending', sort: 'createdAt' }}
                onClick={(event) => {
                  event.preventDefault()
                  set({ status: 'pending', sort: 'createdAt', plan: undefined, q: undefined })
                  document.getElementById('all-cooperatives')?.scrollIntoView()
                }}
              >
                Show all
              </Link>
            ),
          }
        : {})}
    >
      {error ? (
        <LoadProblem title="Failed to load the queue" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines />
      ) : waiting === 0 ? (
        <p className="queue__none">
          <Icon of={CircleCheck} />
          No cooperatives to verify.
        </p>
      ) : (
        <ul className="queue">
          {data.rows.map(({ id, name, coop_id, createdAt }) => (
            <li key={id} className="queue__row">
              <div>
                <p className="queue__name">{name}</p>
                <p className="muted">
                  <span className="number">{coop_id}</span>, <Waiting since={createdAt} />
                </p>
              </div>
              <Link
                className={buttonClass('secondary')}
                to="/superadmin/cooperatives/$cooperativeId"
                params={{ cooperativeId: id }}
                aria-label={`Review ${name}`}
              >
                Review
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Waiting({ since }: { since: Date }) {
  const days = daysBetween(dayIn(since), todayInLagos())
  const words = days === 0 ? 'since today' : `waiting for ${plural(days, 'day')}`
  return days > promisedDays ? <strong className="queue__late">{words}</strong> : words
}
