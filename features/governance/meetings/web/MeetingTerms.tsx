import { noticeGivenText, quorumBasisText, shortNoticeText } from '#features/governance/meetings/rules/meeting-rules.ts'
import { Facts } from '#ui/Facts.tsx'
import type { Meeting } from './api.ts'
import * as strings from './strings.ts'

/** How a meeting was called and by what its quorum was counted; in the minutes alone, why notice was short. */
export function MeetingTerms({ meeting, minutesOnly }: { meeting: Meeting; minutesOnly: boolean }) {
  return (
    <Facts
      items={[
        {
          label: strings.quorumByTheByeLaws,
          value: !minutesOnly && meeting.quorum !== null && quorumBasisText(meeting),
        },
        { label: strings.notice, value: !minutesOnly && noticeGivenText(meeting) },
        { label: strings.shortNotice, value: shortNoticeText(meeting) },
      ]}
    />
  )
}
