import { isShortNotice, noticeByOf, noticeRuleText } from '#features/governance/meetings/rules/meeting-rules.ts'
import { reachText } from '#ui/parts/reach-text.ts'
import { UnreachedButton } from '#ui/parts/UnreachedButton.tsx'
import { Banner } from '#ui/Banner.tsx'
import { DateText } from '#ui/DateText.tsx'
import { countText, dayText, plural, todayInLagos } from '#ui/format.ts'
import type { Meeting } from './api.ts'

/** Whether members know of the meeting, while it is still to come, and by when they must. */
export function MeetingNotice({ meeting }: { meeting: Meeting }) {
  const { noticeSentAt, noticeRecipients, noticeOutdated, noticeReach, shortNoticeReason, answers } = meeting
  return (
    <div className="meeting-screen">
      {!noticeSentAt ? (
        <Due
          meeting={meeting}
          title="No notice sent yet"
          otherwise="Members learn of this meeting when you send its notice."
        />
      ) : noticeOutdated ? (
        <Banner tone="warning" title="The notice is out of date">
          The day, time or place changed since it went out on <DateText on={noticeSentAt} />. Send it again.{' '}
          {dueText(meeting)}
        </Banner>
      ) : !meeting.isNoticeGiven ? (
        <Due
          meeting={meeting}
          title={`Notice sent to ${plural(noticeRecipients ?? 0, 'member')} only`}
          otherwise="Send it to all members."
        />
      ) : (
        <Banner tone={shortNoticeReason === null ? 'success' : 'warning'}>
          Notice sent on <DateText on={noticeSentAt} time /> to{' '}
          {noticeReach ? reachText(noticeReach) : plural(noticeRecipients ?? 0, 'member')}.{' '}
          {noticeReach && <UnreachedButton id={noticeReach.id} unreached={noticeReach.unreached} />}
          {answers && answers.coming + answers.notComing > 0
            ? ` ${countText(answers.coming)} will come, ${countText(answers.notComing)} can’t.`
            : ' No answers yet.'}
          {shortNoticeReason !== null && ` It was short notice: ${shortNoticeReason}`}
        </Banner>
      )}
    </div>
  )
}

function Due({ meeting, title, otherwise }: { meeting: Meeting; title: string; otherwise: string }) {
  const isShort = isShortNotice(meeting, todayInLagos())
  return (
    <Banner tone={isShort ? 'warning' : 'info'} title={title}>
      {dueText(meeting) ?? otherwise}
    </Banner>
  )
}

/** By which day the notice must be out, or that it is late; undefined where the bye-laws ask for no days. */
function dueText(meeting: Meeting): string | undefined {
  const noticeBy = noticeByOf(meeting.date, meeting.noticeDays)
  if (noticeBy === undefined || meeting.noticeDays === null) return undefined
  const rule = noticeRuleText(meeting.noticeDays, meeting.noticeClause)
  return isShortNotice(meeting, todayInLagos())
    ? `Notice was due by ${dayText(noticeBy)}: your bye-laws ask for ${rule}. You can still send it, with the reason for the short notice.`
    : `Notice by ${dayText(noticeBy)}: your bye-laws ask for ${rule}.`
}
