import { getMinutes } from '#features/governance/meetings/minutes.ts'
import { PaperButton } from '#ui/PaperButton.tsx'
import type { Meeting } from './api.ts'
import * as strings from './strings.ts'

/** The minutes as the server prints them; nothing while none are written. */
export function MinutesFile({ meeting: { id, hasMinutes, date } }: { meeting: Meeting }) {
  if (!hasMinutes) return null
  return (
    <PaperButton endpoint={getMinutes} input={{ id }} fileName={`minutes-${date}.pdf`}>
      {strings.downloadPdf}
    </PaperButton>
  )
}
