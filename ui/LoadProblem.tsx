import { RotateCw } from 'lucide'
import { sentence } from '#ui/api/api-error.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import './LoadProblem.css'
import { SkeletonLines } from './Skeleton.tsx'
import { profileProblem } from './profile-problem.ts'
import * as strings from './strings.ts'

/** In place of what could not be loaded: what failed, why, and the way to ask again. `of` is the query that failed. */
export function LoadProblem({
  title,
  of,
  error = of?.error,
  ofProfile = false,
  onRetry = () => void of?.refetch(),
}: {
  title: string
  of?: { error: unknown; refetch: () => unknown }
  error?: unknown
  ofProfile?: boolean
  onRetry?: () => void
}) {
  return (
    <div className="load-problem">
      <Banner
        tone="danger"
        title={title}
        actions={
          <Button size="small" icon={RotateCw} onClick={onRetry}>
            {strings.tryAgain}
          </Button>
        }
      >
        {ofProfile ? profileProblem(error) : sentence(error)}
      </Banner>
    </div>
  )
}

/** In place of what is on its way: grey lines, or why it did not come and the way to ask again. */
export function Loading({
  of,
  failed,
  lines = 6,
}: {
  of: { error: unknown; refetch: () => unknown }
  /** “Failed to load the employer”. */
  failed: string
  lines?: number
}) {
  return of.error ? <LoadProblem title={failed} of={of} /> : <SkeletonLines lines={lines} />
}
