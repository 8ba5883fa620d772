import { declineMemberRequest, approveMemberRequest } from '#features/members/requests/contract.ts'
import { periodOf } from '#core/calendar.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ReviewDrawer } from '#ui/parts/ReviewDrawer.tsx'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { Banner } from '#ui/Banner.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { RequestChanges } from './RequestChanges.tsx'
import { RequestTag } from './RequestTag.tsx'
import type { MemberRequest } from './api.ts'

const titles: Record<MemberRequest['kind'], string> = {
  contribution: 'Another monthly contribution',
  profile: 'Changes of the record',
  nominees: 'Other nominees',
}

/** One request: what would change, and the decision. */
export function RequestDrawer({ request, onClose }: { request: MemberRequest; onClose: () => void }) {
  const approve = useAction(approveMemberRequest)
  return (
    <ReviewDrawer
      title={titles[request.kind]}
      noun="request"
      isOpen={request.status === 'waiting' && may('member.update')}
      approval={{
        label: 'Approve',
        failed: 'Nothing was changed',
        error: approve.error,
        isPending: approve.isPending,
        approve: () =>
          approve.mutate({ requestId: request.id }, toastThen('Changed in the register. The member is told.', onClose)),
      }}
      decline={{
        endpoint: declineMemberRequest,
        input: { requestId: request.id },
        hint: 'The member reads these words.',
        done: `${request.memberName} is told why`,
      }}
      onClose={onClose}
    >
      {request.status === 'waiting' && <Advice request={request} />}
      <RequestChanges request={request} />
      <Facts
        items={[
          {
            label: 'Member',
            value: (
              <Link to="/coop/member/$memberId" params={{ memberId: request.memberId }}>
                {request.memberName}
              </Link>
            ),
          },
          { label: 'Membership number', value: <span className="number">{request.membershipno}</span> },
          { label: 'In their own words', value: request.note },
          { label: 'Asked', value: <DateText on={request.createdAt} time /> },
          { label: 'Status', value: <RequestTag status={request.status} /> },
          { label: 'Ended', value: request.endedAt && <DateText on={request.endedAt} time /> },
          { label: 'By', value: request.decidedBy },
          { label: 'Reason', value: request.reason },
        ]}
      />
    </ReviewDrawer>
  )
}

/** What an officer should know before they approve. */
function Advice({ request: { needsPaper, contribution, fields } }: { request: MemberRequest }) {
  const isOver = contribution !== null && contribution.from < periodOf(todayInLagos())
  return (
    <>
      {needsPaper && (
        <Banner tone="warning" title="Look at a paper first">
          Names and phone say who the member is, and money is paid to the bank account. Approve when you have seen a
          paper that shows the change.
          {fields.some(({ field }) => field === 'phone') && ' The new phone gets a code and has to be activated.'}
        </Banner>
      )}
      {isOver && <Banner title="That month is over">The new amount will hold from this month.</Banner>}
    </>
  )
}
