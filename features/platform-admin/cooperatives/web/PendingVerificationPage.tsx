import { useQuery } from '@tanstack/react-query'
import { getSupportContact } from '#features/platform-admin/overview/support-contact.ts'
import { spacedPhone } from '#features/platform-admin/contact/rules/support-contact.ts'
import { getCooperativeProfile } from '#features/platform-admin/cooperatives/cooperative-profile.ts'
import { Check, Copy, LogOut, Mail, Phone } from 'lucide'
import { Suspense, lazy, useEffect, useState } from 'react'
import { query } from '#ui/api/query.ts'
import { logOut } from '#ui/session/log-out.ts'
import { session, useSession } from '#ui/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Logo } from '#ui/Logo.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { profileProblem } from '#ui/profile-problem.ts'
import { SendTo } from '#ui/router/SendTo.tsx'
import { ThemeToggle } from '#ui/ThemeToggle.tsx'
import { toast } from '#ui/toast.ts'
import './PendingVerificationPage.css'

const Documents = lazy(async () => ({ default: (await import('./Documents.tsx')).Documents }))

/** Where a new cooperative waits. It asks again by itself every minute and opens the admin area when verified. */
export function PendingVerificationPage() {
  usePageTitle('Account Verification Pending')
  const user = useSession()
  const support = useQuery(query(getSupportContact, {}))
  // The admin area sends people here by the status that the browser kept, which may be from before the verification.
  const profile = useQuery({
    ...query(getCooperativeProfile, {}),
    refetchOnMount: 'always',
    refetchInterval: 60_000,
    refetchIntervalInBackground: true,
    enabled: user !== null,
  })
  const [leaving, setLeaving] = useState(false)
  const status = profile.data?.status
  useEffect(() => {
    if (status) session.update({ cooperativeStatus: status })
    if (status === 'active') toast.success('Your cooperative is verified. Welcome!')
  }, [status])

  if (status === 'active') return <SendTo to="/coop/dashboard" />
  const name = profile.data?.name ?? user?.cooperativeName ?? ''
  const coopId = profile.data?.coop_id ?? user?.coopId ?? ''
  const rejected = status === 'rejected'

  return (
    <div className="pending">
      <header className="pending__top">
        <a href="/" className="pending__brand" aria-label="Ajose, home">
          <Logo />
        </a>
        <div className="row">
          <ThemeToggle />
          <Button
            icon={LogOut}
            busy={leaving}
            onClick={() => {
              setLeaving(true)
              logOut()
              location.assign('/')
            }}
          >
            {leaving ? 'Logging out...' : 'Logout'}
          </Button>
        </div>
      </header>
      <main className="pending__main stack">
        <div>
          <p className="pending__name">{name}</p>
          <CoopId coopId={coopId} />
        </div>
        <h1>{rejected ? 'Account Verification Declined' : 'Account Verification Pending'}</h1>
        {rejected && (
          <Banner tone="danger" title="Your registration was not approved">
            {profile.data?.statusReason ?? 'Please contact support.'}
          </Banner>
        )}
        {profile.isError && (
          <Banner
            tone="warning"
            title="Failed to load cooperative profile"
            actions={
              <Button size="small" onClick={() => void profile.refetch()}>
                Try Again
              </Button>
            }
          >
            {profileProblem(profile.error)}
          </Banner>
        )}
        <Card title="What happens next">
          <ol className="pending__steps">
            <li>Our team reviews the details of your cooperative.</li>
            <li>We may ask you for documents, such as your certificate of registration. You can send it now.</li>
            <li>You get an email when verification is complete, and this page opens your dashboard.</li>
          </ol>
          <p className="pending__time">It typically takes 1-3 business days.</p>
          <p>
            Until then you can update your profile and send documents. Members, money and messages open with your
            dashboard.
          </p>
        </Card>
        <Suspense>
          <Documents
            documents={profile.data?.documents}
            description="Sending your registration certificate now makes verification quicker."
          />
        </Suspense>
        <Card title="Do you need help?">
          {support.data && (
            <div className="row">
              <a className={buttonClass('secondary')} href={`mailto:${support.data.email}`}>
                <Icon of={Mail} />
                {support.data.email}
              </a>
              <a className={buttonClass('secondary')} href={`tel:${support.data.phone}`}>
                <Icon of={Phone} />
                {spacedPhone(support.data.phone)}
              </a>
            </div>
          )}
        </Card>
        <p>
          <a className="pending__back" href="/">
            Back to Homepage
          </a>
        </p>
      </main>
    </div>
  )
}

function CoopId({ coopId }: { coopId: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <p className="pending__id">
      <span className="muted">Cooperative ID</span> <strong className="number">{coopId}</strong>
      <Button
        look="quiet"
        size="small"
        icon={copied ? Check : Copy}
        onClick={() => {
          void navigator.clipboard?.writeText(coopId).then(() => {
            setCopied(true)
            setTimeout(() => setCopied(false), 2000)
          })
        }}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </p>
  )
}
