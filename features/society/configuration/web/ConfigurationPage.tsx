import { Suspense, lazy } from 'react'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Page } from '#ui/Page.tsx'
import { ReadOnlyUnless } from '#ui/ReadOnlyUnless.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import './ConfigurationPage.css'

const SettingsForm = lazy(async () => ({ default: (await import('./SettingsForm.tsx')).SettingsForm }))
const AccountTypes = lazy(async () => ({ default: (await import('./AccountTypes.tsx')).AccountTypes }))
const LoanConfigurations = lazy(async () => ({
  default: (await import('./LoanConfigurations.tsx')).LoanConfigurations,
}))
const BankAccounts = lazy(async () => ({ default: (await import('./BankAccounts.tsx')).BankAccounts }))
const PayoutSettings = lazy(async () => ({ default: (await import('./PayoutSettings.tsx')).PayoutSettings }))
const OnlinePaymentSettings = lazy(async () => ({
  default: (await import('./OnlinePaymentSettings.tsx')).OnlinePaymentSettings,
}))
const GuidedSetUp = lazy(async () => ({ default: (await import('./GuidedSetUp.tsx')).GuidedSetUp }))
const ChangeHistory = lazy(async () => ({ default: (await import('./ChangeHistory.tsx')).ChangeHistory }))

const tabs = ['general', 'accounts', 'loans', 'banks', 'history'] as const

/** The rules by which the cooperative works: settings, what members save on, what they borrow, and who changed it. */
export function ConfigurationPage() {
  const { choice, filter, set } = useListSearch()
  const tab = choice('tab', tabs) ?? 'general'
  if (filter('do') === 'guided' && may('configuration.update')) {
    return (
      <Suspense fallback={<SkeletonLines lines={8} />}>
        <GuidedSetUp />
      </Suspense>
    )
  }
  return (
    <Page
      title="Configuration"
      description="The rules of your cooperative, as its bye-laws have them. Every change is kept with who made it."
      actions={
        <Link
          needs="configuration.update"
          to="/coop/financial-operations/setup"
          search={{ do: 'guided' }}
          className={buttonClass()}
        >
          Guided set-up
        </Link>
      }
    >
      <Card flush>
        <div className="tabs-card configuration-tabs">
          <Tabs
            label="Parts of the configuration"
            active={tab}
            onChange={(next) => set({ tab: next })}
            tabs={[
              { key: 'general', label: 'General' },
              { key: 'accounts', label: 'Account types' },
              { key: 'loans', label: 'Loans' },
              { key: 'banks', label: 'Bank accounts' },
              { key: 'history', label: 'History' },
            ]}
          >
            <Suspense fallback={<SkeletonLines lines={5} />}>
              {tab === 'general' && (
                <ReadOnlyUnless may="configuration.update">
                  <SettingsForm />
                </ReadOnlyUnless>
              )}
              {tab === 'accounts' && <AccountTypes />}
              {tab === 'loans' && <LoanConfigurations />}
              {tab === 'banks' && (
                <>
                  <BankAccounts />
                  {may('configuration.review') && (
                    <ReadOnlyUnless may="configuration.update">
                      <OnlinePaymentSettings />
                      <PayoutSettings />
                    </ReadOnlyUnless>
                  )}
                </>
              )}
              {tab === 'history' && <ChangeHistory />}
            </Suspense>
          </Tabs>
        </div>
      </Card>
    </Page>
  )
}
