import { RotateCw } from 'lucide'
import { sentence } from '#web/api/api-error.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import './LoadProblem.css'

/** In place of what could not be loaded: what failed, why, and the way to ask again. */
export function LoadProblem({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  return (
    <div className="load-problem">
      <Banner
        tone="danger"
        title={title}
        actions={
          <Button size="small" icon={RotateCw} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {sentence(error)}
      </Banner>
    </div>
  )
}
