import { type Day, dayText, isDay } from '#core/calendar.ts'
import { isShortNotice, noticeByOf, noticeRuleText } from '#features/governance/meetings/rules/meeting-rules.ts'
import { Banner } from '#ui/Banner.tsx'
import { todayInLagos } from '#ui/format.ts'

/** By when the notice of a meeting on this day must be out, and whether it is already too near; nothing where no days are entered. */
export function NoticeDue({
  date,
  rule: { noticeDays, noticeClause },
}: {
  date: string
  rule: { noticeDays: number; noticeClause: string }
}) {
  if (noticeDays === 0) return null
  const words = noticeRuleText(noticeDays, noticeClause)
  const noticeBy = isDay(date) ? noticeByOf(date, noticeDays) : undefined
  if (!noticeBy) return <p className="muted">Your bye-laws ask for {words}.</p>
  if (!isShortNotice({ date: date as Day, noticeDays, isNoticeGiven: false }, todayInLagos()))
    return (
      <p className="muted">
        Send the notice by {dayText(noticeBy)}: your bye-laws ask for {words}.
      </p>
    )
  return (
    <Banner tone="warning" title="This is short notice">
      Your bye-laws ask for {words}, which was due by {dayText(noticeBy)}. You can plan the meeting and give the reason
      when you send the notice.
    </Banner>
  )
}
