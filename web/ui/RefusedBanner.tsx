import { SentForApproval, sentence } from '#web/api/api-error.ts'
import { Banner } from './Banner.tsx'

/** Why it was refused, under `title`; what waits for a second officer was not. */
export function RefusedBanner({ error, title }: { error: Error; title: string }) {
  const waits = error instanceof SentForApproval
  return (
    <Banner tone={waits ? 'success' : 'danger'} title={waits ? 'Sent for approval' : title}>
      {waits
        ? 'Another officer approves or rejects it under Financial Record, Approvals. Nothing has changed until then.'
        : sentence(error)}
    </Banner>
  )
}
