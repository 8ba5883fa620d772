import { useQuery } from '@tanstack/react-query'
import { listOwnErasureRequests, giveConsent, listConsents } from '#features/members/data-protection/contract.ts'
import { FileJson, FileText } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { notice, noticeVersion } from '#core/privacy-notice.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { sentence } from '#ui/api/api-error.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { saveMyData } from './api.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

const AskForErasure = lazy(async () => ({ default: (await import('./AskForErasure.tsx')).AskForErasure }))

/** What a member may do about what is stored about them. */
export function DataCards() {
  return (
    <>
      <MyData />
      <Notice />
      <Erasure />
    </>
  )
}

function MyData() {
  const [busy, setBusy] = useState<'json' | 'pdf'>()
  async function save(format: 'json' | 'pdf') {
    setBusy(format)
    try {
      await saveMyData(format)
    } catch (error) {
      toast.error(sentence(error))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <Card title={strings.myData} description={strings.everythingThatIsStoredAbout}>
      <div className="row">
        <Button icon={FileText} busy={busy === 'pdf'} onClick={() => void save('pdf')}>
          {strings.downloadAsPdf}
        </Button>
        <Button icon={FileJson} busy={busy === 'json'} onClick={() => void save('json')}>
          {strings.downloadForPrograms}
        </Button>
      </div>
    </Card>
  )
}

function Notice() {
  const asked = useQuery(query(listConsents, {}))
  const give = useAction(giveConsent)
  const given = asked.data?.find(({ version }) => version === noticeVersion)
  return (
    <Card
      title={strings.howYourDataIsUsed}
      description={
        given && <>{fillElements(strings.youAgreedToThisOn, { givenAt: <DateText on={given.givenAt} /> })}</>
      }
    >
      <div className="stack">
        {notice.map(({ title, text }) => (
          <p key={title}>
            <strong>{title}.</strong> {text}
          </p>
        ))}
        {asked.isError && <LoadProblem title={strings.failedToLoadWhenYou} of={asked} />}
        {asked.data && !given && (
          <div className="row">
            <Button
              busy={give.isPending}
              onClick={() =>
                give.mutate({ version: noticeVersion }, { onError: (error) => toast.error(sentence(error)) })
              }
            >
              {strings.iHaveReadThisAnd}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function Erasure() {
  const asked = useQuery(query(listOwnErasureRequests, {}))
  const [asking, setAsking] = useState(false)
  const [latest] = asked.data ?? []
  return (
    <Card title={strings.beErased} description={strings.whenYouLeaveYourSociety}>
      <div className="stack">
        {asked.isPending && <SkeletonLines lines={2} />}
        {asked.isError && <LoadProblem title={strings.failedToLoadYourRequest} of={asked} />}
        {latest?.status === 'pending' && (
          <Banner title={strings.anOfficerDecidesAboutYour}>
            {fillElements(strings.youAskedOn, { askedAt: <DateText on={latest.askedAt} /> })}
          </Banner>
        )}
        {latest?.status === 'refused' && (
          <Banner tone="warning" title={strings.yourDataWasNotErased}>
            {latest.decidedReason}
          </Banner>
        )}
        {asked.data && latest?.status !== 'pending' && (
          <div className="row">
            <Button look="danger" onClick={() => setAsking(true)}>
              {strings.askToBeErased}
            </Button>
          </div>
        )}
      </div>
      <Suspense>{asking && <AskForErasure onClose={() => setAsking(false)} />}</Suspense>
    </Card>
  )
}
