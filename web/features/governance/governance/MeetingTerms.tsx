import { noticeGivenText, quorumBasisText, shortNoticeText } from '#domain/governance/governance/meeting-rules.ts'
import { Facts } from '#web/ui/Facts.tsx'
import type { Meeting } from './api.ts'

/** How a meeting was called and by what its quorum was counted; in the minutes alone, why notice was short. */
export function MeetingTerms({ meeting, minutesOnly }: { meeting: Meeting; minutesOnly: boolean }) {
  return (
    <Facts
      items={[
        { label: 'Quorum by the bye-laws', value: !minutesOnly && meeting.quorum !== null && quorumBasisText(meeting) },
        { label: 'Notice', value: !minutesOnly && noticeGivenText(meeting) },
        { label: 'Short notice', value: shortNoticeText(meeting) },
      ]}
    />
  )
}
