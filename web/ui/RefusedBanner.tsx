import { SentForApproval, sentence } from '#web/api/api-error.ts'
import { Banner } from './Banner.tsx'
import * as strings from './strings.ts'

/** Why it was refused, under `title`; what waits for a second officer was not. */
export function RefusedBanner({ error, title }: { error: Error; title: string }) {
  const waits = error instanceof SentForApproval
  return (
    <Banner tone={waits ? 'success' : 'danger'} title={waits ? strings.sentForApproval : title}>
      {waits ? strings.anotherOfficerApprovesOrRejects : sentence(error)}
    </Banner>
  )
}
