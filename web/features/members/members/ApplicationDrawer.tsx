import { useQuery } from '@tanstack/react-query'
import { getMembershipApplication } from '#contract/members/membership-applications.ts'
import { declineMembershipApplication, approveMembershipApplication } from '#contract/members/membership-decisions.ts'
import { Check, X } from 'lucide'
import { useState } from 'react'
import { MessagesAreSaved } from '#web/parts/MessagesAreSaved.tsx'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { Link } from '#web/router/Link.tsx'
import { may } from '#web/session/may.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Form } from '#web/ui/Form.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { PhoneLinks, phoneText } from '#web/ui/PhoneLinks.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastThen } from '#web/ui/toast.ts'
import { ActivationSlip } from './ActivationSlip.tsx'
import './ApplicationDrawer.css'
import type { Application } from './api.ts'

/** One application: what was told, who it may be already, and the decision. */
export function ApplicationDrawer({ application: a, onClose }: { application: Application; onClose: () => void }) {
  const approve = useAction(approveMembershipApplication)
  const decline = useAction(declineMembershipApplication)
  const [declining, setDeclining] = useState(false)
  const [reason, setReason] = useState('')
  const [sharesPhone, setSharesPhone] = useState(false)
  const name = `${a.firstName} ${a.lastName}`
  const error = approve.error ?? (fieldErrors(decline.error)['reason'] ? null : decline.error)
  if (approve.data) {
    return (
      <Drawer
        open
        onClose={onClose}
        title="Member registered"
        actions={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <ActivationSlip member={approve.data} />
      </Drawer>
    )
  }

  function refuse() {
    decline.mutate({ applicationId: a.id, reason: reason.trim() }, toastThen(`${a.firstName} is told why`, onClose))
  }

  return (
    <Drawer
      open
      onClose={onClose}
      title={name}
      actions={
        a.status !== 'waiting' || !may('member.create') ? (
          <Button onClick={onClose}>Close</Button>
        ) : declining ? (
          <>
            <Button onClick={() => setDeclining(false)}>Back</Button>
            <Button look="danger" type="submit" form="decline-application" busy={decline.isPending}>
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
              onClick={() => approve.mutate({ applicationId: a.id, ...(sharesPhone && { sharesPhone }) })}
            >
              Approve as member
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        {error && (
          <RefusedBanner
            error={error}
            title={approve.error ? 'The member was not registered' : 'The application was not declined'}
          />
        )}
        {a.status === 'waiting' && <WhoElse application={a} />}
        {a.status === 'waiting' && a.samePhone && (
          <Checkbox
            label={`${a.firstName} shares the phone with ${a.samePhone.name} and logs in with the membership number.`}
            checked={sharesPhone}
            onChange={setSharesPhone}
          />
        )}
        {declining && (
          <Form id="decline-application" className="stack" onSubmit={refuse} problems={decline.error}>
            <TextAreaField
              label="Reason"
              name="reason"
              maxLength={300}
              rows={3}
              data-autofocus
              hint={
                <>
                  {phoneText(a.phone)} gets these words as an SMS.
                  <MessagesAreSaved />
                </>
              }
              value={reason}
              onChange={setReason}
              error={fieldErrors(decline.error)['reason']}
            />
          </Form>
        )}
        <Told application={a} />
      </div>
    </Drawer>
  )
}

function Told({ application: a }: { application: Application }) {
  const kin = [a.nextOfKinFirstName, a.nextOfKinLastName].filter(Boolean).join(' ')
  return (
    <Facts
      items={[
        { label: 'Number', value: <span className="number">{a.number}</span> },
        { label: 'Applied', value: <DateText on={a.createdAt} time /> },
        { label: 'Phone', value: <PhoneLinks phone={a.phone} name={a.firstName} /> },
        { label: 'Each month', value: <MoneyText amount={a.monthlyContributions} /> },
        { label: 'Introduced by', value: a.introducedBy },
        { label: 'Employment', value: a.employmentStatus },
        { label: 'Employer', value: a.employer },
        { label: 'Staff number', value: a.staffNumber },
        { label: 'Email', value: a.email && <a href={`mailto:${a.email}`}>{a.email}</a> },
        { label: 'Address', value: a.address },
        { label: 'Date of birth', value: a.dateOfBirth && <DateText on={a.dateOfBirth} /> },
        { label: 'Gender', value: a.gender },
        { label: 'Marital status', value: a.maritalStatus },
        {
          label: 'Next of kin',
          value:
            kin &&
            `${kin}${a.nextOfKinRelationship ? `, ${a.nextOfKinRelationship}` : ''}${a.nextOfKinPhone ? `, ${a.nextOfKinPhone}` : ''}`,
        },
        { label: 'In their own words', value: a.note && <span className="application-note">{a.note}</span> },
        {
          label: a.status === 'declined' ? 'Declined' : 'Approved',
          value: a.decidedAt && <DateText on={a.decidedAt} time />,
        },
        { label: 'By', value: a.decidedBy },
        { label: 'Reason', value: a.reason },
        {
          label: 'Member',
          value: a.memberId && (
            <Link to="/coop/member/$memberId" params={{ memberId: a.memberId }}>
              Open the member’s page
            </Link>
          ),
        },
      ]}
    />
  )
}

/** Says before the decision that the person may be a member already, or has asked before. */
function WhoElse({ application: { id, samePhone, alsoWaiting } }: { application: Application }) {
  const asked = useQuery(query(getMembershipApplication, { applicationId: id }))
  const sameName = (asked.data?.sameName ?? []).filter(({ memberId }) => memberId !== samePhone?.memberId)
  if (!samePhone && alsoWaiting === 0 && sameName.length === 0) return null
  return (
    <Banner
      tone="warning"
      title={
        samePhone
          ? 'This phone is a member’s already'
          : sameName.length > 0
            ? 'There are members of this name'
            : 'This phone applied more than once'
      }
    >
      <ul className="application-others">
        {samePhone && (
          <li>
            <Link to="/coop/member/$memberId" params={{ memberId: samePhone.memberId }}>
              {samePhone.name}
            </Link>{' '}
            has the same phone number. Decline this application if it is the same person, or say below that they share
            the phone.
          </li>
        )}
        {sameName.map(({ memberId, name, membershipno }) => (
          <li key={memberId}>
            <Link to="/coop/member/$memberId" params={{ memberId }}>
              {name}
            </Link>
            , member <span className="number">{membershipno.split('/').at(-1)}</span>, has the same names.
          </li>
        ))}
        {alsoWaiting > 0 && (
          <li>
            {alsoWaiting === 1 ? 'Another application' : `${alsoWaiting} other applications`} with this phone{' '}
            {alsoWaiting === 1 ? 'waits' : 'wait'}, too.
          </li>
        )}
      </ul>
    </Banner>
  )
}
