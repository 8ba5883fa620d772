import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { countText } from '#ui/format.ts'
import type { Schedule } from './api.ts'

/** How far the members are credited with what their employer has paid over. */
export function Crediting({ crediting }: { crediting: NonNullable<Schedule['crediting']> }) {
  if (crediting.failure !== null) {
    return (
      <Banner tone="danger" title="The members could not be credited">
        {crediting.failure} It is tried again every minute. To change a line, take the return back and post it again.
      </Banner>
    )
  }
  return (
    <Card>
      <ProgressBar
        value={crediting.progress}
        max={crediting.lines}
        label={`Crediting ${countText(crediting.lines)} lines, all or none`}
      />
    </Card>
  )
}
