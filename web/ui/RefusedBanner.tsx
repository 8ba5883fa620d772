import { useContext } from 'react'
import { SentForApproval, Unanswered, sentence } from '#web/api/api-error.ts'
import { Banner } from './Banner.tsx'
import { FormHasSaid, NoAnswer } from './NoAnswer.tsx'
import * as strings from './strings.ts'

/** Why it was refused, under `title`; what waits for a second officer was not, and what had no answer may not have been. */
export function RefusedBanner({ error, title }: { error: Error; title: string }) {
  const hasSaid = useContext(FormHasSaid)
  if (error instanceof Unanswered) return hasSaid ? null : <NoAnswer />
  const waits = error instanceof SentForApproval
  return (
    <Banner tone={waits ? 'success' : 'danger'} title={waits ? strings.sentForApproval : title}>
      {waits ? strings.anotherOfficerApprovesOrRejects : sentence(error)}
    </Banner>
  )
}
