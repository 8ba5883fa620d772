import { useQuery } from '@tanstack/react-query'
import { getMembershipApplication } from '#features/members/applications/contract.ts'
import {
  declineMembershipApplication,
  approveMembershipApplication,
} from '#features/members/applications/membership-decisions.ts'
import { useState } from 'react'
import { MessagesAreSaved } from '#ui/parts/MessagesAreSaved.tsx'
import { ReviewDrawer } from '#ui/parts/ReviewDrawer.tsx'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { PhoneLinks, phoneText } from '#ui/PhoneLinks.tsx'
import { ActivationSlip } from './ActivationSlip.tsx'
import './ApplicationDrawer.css'
import type { Application } from './api.ts'

/** One application: what was told, who it may be already, and the decision. */
export function ApplicationDrawer({ application: a, onClose }: { application: Application; onClose: () => void }) {
  const approve = useAction(approveMembershipApplication)
  const [sharesPhone, setSharesPhone] = useState(false)
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
  return (
    <ReviewDrawer
      title={`${a.firstName} ${a.lastName}`}
      noun="application"
      isOpen={a.status === 'waiting' && may('member.create')}
      approval={{
        label: 'Approve as member',
        failed: 'The member was not registered',
        error: approve.error,
        isPending: approve.isPending,
        approve: () => approve.mutate({ applicationId: a.id, ...(sharesPhone && { sharesPhone }) }),
      }}
      decline={{
        endpoint: declineMembershipApplication,
        input: { applicationId: a.id },
        hint: (
          <>
            {phoneText(a.phone)} gets these words as an SMS.
            <MessagesAreSaved />
          </>
        ),
        done: `${a.firstName} is told why`,
      }}
      before={
        a.status === 'waiting' && (
          <>
            <WhoElse application={a} />
            {a.samePhone && (
              <Checkbox
                label={`${a.firstName} shares the phone with ${a.samePhone.name} and logs in with the membership number.`}
                checked={sharesPhone}
                onChange={setSharesPhone}
              />
            )}
          </>
        )
      }
      onClose={onClose}
    >
      <Told application={a} />
    </ReviewDrawer>
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
