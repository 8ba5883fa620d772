import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide'
import type { CooperativeId } from '#domain/ids.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import './VerificationQueue.css'
import { platformQueries } from './api.ts'

const shown = 5

/** Who has waited longest, first. */
export function VerificationQueue({ onOpen }: { onOpen: (id: CooperativeId) => void }) {
  const { data, isPending } = useQuery(platformQueries.list({ status: 'pending', sort: 'createdAt', limit: shown }))
  const waiting = data?.meta.total ?? 0
  return (
    <Card title="Waiting for verification" {...(waiting > 0 ? { description: `${plural(waiting, 'cooperative')}, longest wait first` } : {})}>
      {isPending ? (
        <SkeletonLines />
      ) : waiting === 0 ? (
        <p className="queue__none">
          <Icon of={CircleCheck} />
          Nobody is waiting.
        </p>
      ) : (
        <ul className="queue">
          {data?.rows.map((row) => (
            <li key={row.id} className="queue__row">
              <div>
                <p className="queue__name">{row.name}</p>
                <p className="muted">
                  {row.coop_id}, since <DateText on={row.createdAt} />
                </p>
              </div>
              <Button onClick={() => onOpen(row.id)} aria-label={`Review ${row.name}`}>
                Review
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
