import { Check, X } from 'lucide'
import { declineMemberRequest, approveMemberRequest } from '#contract/members/member-requests.ts'
import { useState } from 'react'
import { periodOf } from '#domain/calendar.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { Link } from '#web/router/Link.tsx'
import { may } from '#web/session/may.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { todayInLagos } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
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
  const decline = useAction(declineMemberRequest)
  const [declining, setDeclining] = useState(false)
  const [reason, setReason] = useState('')
  const error = approve.error ?? (fieldErrors(decline.error)['reason'] ? null : decline.error)

  function refuse() {
    decline.mutate(
      { requestId: request.id, reason: reason.trim() },
      { onSuccess: () => done(`${request.memberName} is told why`) },
    )
  }

  function done(words: string) {
    toast.success(words)
    onClose()
  }

  return (
    <Drawer
      open
      onClose={onClose}
      title={titles[request.kind]}
      actions={
        request.status !== 'waiting' || !may('member.update') ? (
          <Button onClick={onClose}>Close</Button>
        ) : declining ? (
          <>
            <Button onClick={() => setDeclining(false)}>Back</Button>
            <Button look="danger" type="submit" form="decline-request" busy={decline.isPending}>
              Decline and tell the reason
            </Button>
          </>
        ) : (
          <>
            <Button icon={X} onClick={() => setDeclining(true)}>
              Decline
            </Button>
            <Button
              look="primary"
              icon={Check}
              busy={approve.isPending}
              onClick={() =>
                approve.mutate(
                  { requestId: request.id },
                  { onSuccess: () => done('Changed in the register. The member is told.') },
                )
              }
            >
              Approve
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        {error && (
          <RefusedBanner error={error} title={approve.error ? 'Nothing was changed' : 'The request was not declined'} />
        )}
        {declining && (
          <Form id="decline-request" className="stack" onSubmit={refuse} problems={decline.error}>
            <TextAreaField
              label="Reason"
              name="reason"
              maxLength={300}
              rows={3}
              data-autofocus
              hint="The member reads these words."
              value={reason}
              onChange={setReason}
              error={fieldErrors(decline.error)['reason']}
            />
          </Form>
        )}
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
      </div>
    </Drawer>
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
