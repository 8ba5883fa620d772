import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { countText } from '#ui/format.ts'
import type { Import } from './api.ts'

/** While the server works. The page may be left; the work goes on. */
export function ProgressStep({ found }: { found: Import }) {
  const all = found.rows - found.rowsSkipped
  return (
    <Card title={found.kind === 'members' ? 'Registering members' : 'Recording contributions'}>
      <div className="stack">
        <ProgressBar
          value={found.progress}
          max={all}
          label={`${countText(found.progress)} of ${countText(all)} rows`}
        />
        <p className="muted">
          You can leave this page; it goes on by itself and is either done as a whole or not at all.
        </p>
      </div>
    </Card>
  )
}
