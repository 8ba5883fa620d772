import { useQuery } from '@tanstack/react-query'
import { getCooperative } from '#features/platform-admin/overview/contract.ts'
import { Ban, CalendarClock, CircleCheck, CirclePause, FileQuestion } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import type { CooperativeId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { useParams } from '#ui/router/place.ts'
import { AgoText } from '#ui/AgoText.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { countText, plural } from '#ui/format.ts'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { PhoneLinks } from '#ui/PhoneLinks.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { AuditText } from './AuditText.tsx'
import './CooperativePage.css'
import { PlanTag, planWords } from './PlanTag.tsx'
import { StatusTag } from './StatusTag.tsx'
import type { Acting, CooperativeDetail } from './api.ts'

const Documents = lazy(async () => ({ default: (await import('./CooperativeDocuments.tsx')).Documents }))

// Fetched when somebody reaches for them.
const dialogs = () => import('./CooperativeDialogs.tsx')
const CooperativeDialogs = lazy(async () => ({ default: (await dialogs()).CooperativeDialogs }))

const AskedSupportAccess = lazy(async () => ({
  default: (await import('./AskedSupportAccess.tsx')).AskedSupportAccess,
}))

/** One cooperative: who it is, what its books come to, its papers, its plan, and every decision about it. */
export function CooperativePage() {
  const { cooperativeId = '' } = useParams()
  const asked = useQuery(query(getCooperative, { id: cooperativeId as CooperativeId }))
  const { data } = asked
  const [acting, setActing] = useState<Acting>()
  if (!data) {
    return (
      <Page title="Cooperative">
        <Card>
          {asked.error ? (
            <LoadProblem title="Failed to load cooperative profile" of={asked} />
          ) : (
            <SkeletonLines lines={8} />
          )}
        </Card>
      </Page>
    )
  }
  return (
    <>
      <Page
        title={data.name}
        description={
          <span className="row">
            <span className="number">{data.coop_id}</span>
            <StatusTag status={data.status} />
            <PlanTag cooperative={data} />
          </span>
        }
        actions={<Actions status={data.status} onDo={setActing} />}
      >
        {data.statusReason && (
          <Banner tone="warning" title="Reason given">
            {data.statusReason}
          </Banner>
        )}
        <div className="cooperative-page">
          <div className="stack">
            <Identity cooperative={data} />
            <Suspense fallback={<SkeletonLines lines={3} />}>
              <Documents documents={data.documents} onOpen={setActing} />
            </Suspense>
          </div>
          <div className="stack">
            <PlanCard cooperative={data} onChange={() => setActing('plan')} />
            <Books totals={data.totals} members={data.members} />
          </div>
        </div>
        {data.status === 'active' && (
          <Suspense>
            <AskedSupportAccess cooperative={data} />
          </Suspense>
        )}
        <History cooperative={data} />
      </Page>
      {acting && (
        <Suspense>
          <CooperativeDialogs cooperative={data} acting={acting} onClose={() => setActing(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function Actions({ status, onDo }: { status: CooperativeDetail['status']; onDo: (what: Acting) => void }) {
  const begin = { onPointerEnter: () => void dialogs(), onFocus: () => void dialogs() }
  if (status === 'active') {
    return (
      <Button look="danger" icon={CirclePause} {...begin} onClick={() => onDo('suspended')}>
        Suspend
      </Button>
    )
  }
  if (status !== 'pending') {
    return (
      <Button look="primary" icon={CircleCheck} {...begin} onClick={() => onDo('active')}>
        Reactivate
      </Button>
    )
  }
  return (
    <>
      <Button icon={FileQuestion} {...begin} onClick={() => onDo('documents')}>
        Ask for documents
      </Button>
      <Button look="danger" icon={Ban} {...begin} onClick={() => onDo('rejected')}>
        Reject
      </Button>
      <Button look="primary" icon={CircleCheck} {...begin} onClick={() => onDo('active')}>
        Approve
      </Button>
    </>
  )
}

function Identity({ cooperative }: { cooperative: CooperativeDetail }) {
  const { phone, email, address, registrationNumber, createdAt } = cooperative
  return (
    <Card title="Cooperative">
      <Facts
        items={[
          { label: 'Phone', value: <PhoneLinks phone={phone} name={cooperative.name} /> },
          { label: 'Email', value: email ? <a href={`mailto:${email}`}>{email}</a> : 'Not given' },
          { label: 'Address', value: address ?? 'Not given' },
          { label: 'Registration number', value: registrationNumber ?? 'Not given' },
          { label: 'Registered', value: <DateText on={createdAt} time /> },
        ]}
      />
    </Card>
  )
}

function PlanCard({ cooperative, onChange }: { cooperative: CooperativeDetail; onChange: () => void }) {
  const { plan, trialEndsOn } = cooperative
  return (
    <Card
      title="Plan"
      actions={
        <Button size="small" icon={CalendarClock} loads={dialogs} onClick={onChange}>
          Change plan
        </Button>
      }
    >
      <Facts
        items={[
          { label: 'Plan', value: planWords[plan] },
          {
            label: 'Last day of the trial',
            value: plan === 'trial' && (trialEndsOn ? <DateText on={trialEndsOn} /> : 'Set at the approval'),
          },
        ]}
      />
    </Card>
  )
}

function Books({ totals, members }: { totals: CooperativeDetail['totals']; members: number }) {
  return (
    <Card
      title="Totals"
      {...(totals
        ? {
            description: (
              <>
                Summed <AgoText at={totals.summedAt} />; the records themselves stay the cooperative’s own.
              </>
            ),
          }
        : {})}
    >
      <Facts
        items={[
          { label: 'Members', value: countText(members) },
          { label: 'Savings', value: totals ? <MoneyText amount={totals.savings} /> : 'Not summed yet' },
          { label: 'Shares', value: totals && <MoneyText amount={totals.shares} /> },
          {
            label: 'This month',
            value: totals && (
              <>
                {plural(totals.transactionsThisMonth, 'transaction')}, <MoneyText amount={totals.amountThisMonth} />
              </>
            ),
          },
          {
            label: 'Last entry in the books',
            value: totals && (totals.lastEntryAt ? <AgoText at={totals.lastEntryAt} /> : 'None yet'),
          },
        ]}
      />
    </Card>
  )
}

function History({ cooperative }: { cooperative: CooperativeDetail }) {
  return (
    <Card
      title="History"
      actions={
        <Link
          className={buttonClass('secondary', 'small')}
          to="/superadmin/audit"
          search={{ cooperative: cooperative.id }}
        >
          In the audit trail
        </Link>
      }
    >
      <ol className="cooperative-history">
        {cooperative.history.map((event) => (
          <li key={event.id}>
            <AuditText event={event} />
            <p className="muted">
              {event.actorName}, <DateText on={event.at} time />
            </p>
          </li>
        ))}
        <li>
          <p className="audit-text__what">Registered</p>
          <p className="muted">
            <DateText on={cooperative.createdAt} time />
          </p>
        </li>
      </ol>
    </Card>
  )
}
