import { useContext, useEffect } from 'react'
import { SentForApproval, Unanswered, sentence } from '#ui/api/api-error.ts'
import { Banner } from './Banner.tsx'
import { FormHasSaid, NoAnswer } from './NoAnswer.tsx'
import { Sent } from './sent.ts'
import * as strings from './strings.ts'

/** Why it was refused, under `title`; what waits for a second officer was not, and what had no answer may not have been. */
export function RefusedBanner({ error, title }: { error: Error; title: string }) {
  const hasSaid = useContext(FormHasSaid)
  const setSent = useContext(Sent)?.setSent
  const waits = error instanceof SentForApproval
  useEffect(() => {
    if (!waits) return undefined
    setSent?.(true)
    return () => setSent?.(false)
  }, [setSent, waits])
  if (error instanceof Unanswered) return hasSaid ? null : <NoAnswer />
  return (
    <Banner tone={waits ? 'success' : 'danger'} title={waits ? strings.sentForApproval : title}>
      {waits ? strings.anotherOfficerApprovesOrRejects : sentence(error)}
    </Banner>
  )
}
