import { useQuery } from '@tanstack/react-query'
import { listOwnErasureRequests, giveConsent, listConsents } from '#contract/society/data-protection.ts'
import { FileJson, FileText } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { notice, noticeVersion } from '#domain/privacy-notice.ts'
import { useAction } from '#web/api/use-action.ts'
import { query } from '#web/api/query.ts'
import { sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { saveMyData } from './api.ts'

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
    <Card
      title="My data"
      description="Everything that is stored about you: your person, accounts, movements, loans, papers’ names, messages, sessions and what officers did."
    >
      <div className="row">
        <Button icon={FileText} busy={busy === 'pdf'} onClick={() => void save('pdf')}>
          Download as PDF
        </Button>
        <Button icon={FileJson} busy={busy === 'json'} onClick={() => void save('json')}>
          Download for programs
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
      title="How your data is used"
      description={
        given && (
          <>
            You agreed to this on <DateText on={given.givenAt} />.
          </>
        )
      }
    >
      <div className="stack">
        {notice.map(({ title, text }) => (
          <p key={title}>
            <strong>{title}.</strong> {text}
          </p>
        ))}
        {asked.isError && <LoadProblem title="Failed to load when you agreed" of={asked} />}
        {asked.data && !given && (
          <div className="row">
            <Button
              busy={give.isPending}
              onClick={() =>
                give.mutate({ version: noticeVersion }, { onError: (error) => toast.error(sentence(error)) })
              }
            >
              I have read this and agree
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
    <Card
      title="Be erased"
      description="When you leave, your society can take your name, contacts, relatives and papers out of its records. The books keep the movements under “Former member”, because the law asks for them."
    >
      <div className="stack">
        {asked.isPending && <SkeletonLines lines={2} />}
        {asked.isError && <LoadProblem title="Failed to load your request" of={asked} />}
        {latest?.status === 'pending' && (
          <Banner title="An officer decides about your request">
            You asked on <DateText on={latest.askedAt} />.
          </Banner>
        )}
        {latest?.status === 'refused' && (
          <Banner tone="warning" title="Your data was not erased">
            {latest.decidedReason}
          </Banner>
        )}
        {asked.data && latest?.status !== 'pending' && (
          <div className="row">
            <Button look="danger" onClick={() => setAsking(true)}>
              Ask to be erased
            </Button>
          </div>
        )}
      </div>
      <Suspense>{asking && <AskForErasure onClose={() => setAsking(false)} />}</Suspense>
    </Card>
  )
}
