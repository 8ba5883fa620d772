import { labelled } from '#core/words.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide'
import type { BackupKind } from '#features/platform-admin/overview/rules/backup-kind.ts'
import { type RegularJob, regularJobs } from '#features/platform-admin/overview/rules/regular-job.ts'
import { Suspense, lazy } from 'react'
import { AgoText } from '#ui/AgoText.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { Link } from '#ui/router/Link.tsx'
import { countText, plural, timeText } from '#ui/format.ts'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import './HealthPage.css'
import { type Health, healthQuery } from './health-api.ts'

const UnclaimedMoney = lazy(async () => ({ default: (await import('./UnclaimedMoney.tsx')).UnclaimedMoney }))
const MessageList = lazy(async () => ({ default: (await import('#ui/parts/MessageList.tsx')).MessageList }))

/** How the server is; asks again by itself while it is looked at. */
export function HealthPage() {
  const { data, error, refetch } = useQuery(healthQuery())
  return (
    <Page
      title="Health"
      description={
        <span aria-live="off">
          {data ? (
            <>
              Checked at <span className="number">{timeText(data.checkedAt)}</span>, and again every 15 seconds.
            </>
          ) : (
            'How the server, its database and its regular work are.'
          )}
        </span>
      }
    >
      {error && (
        <LoadProblem
          title={data ? 'The server does not answer; this is what it said last' : 'The server does not answer'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data && !error && <Verdict problems={data.problems} />}
      {!(error && !data) && <Figures health={data} />}
      {data && <Parts health={data} />}
      <Suspense>
        <UnclaimedMoney />
      </Suspense>
      {data && <Messages health={data} />}
    </Page>
  )
}

function Messages({ health: { failedMessagesOf } }: { health: Health }) {
  return (
    <>
      {failedMessagesOf.length > 0 && (
        <Card
          title="Failed messages by cooperative"
          description="Of the last 7 days. Its officers see them and can send them again."
        >
          <Facts
            items={failedMessagesOf.map(({ id, name, failed }) => ({
              label: name,
              value: (
                <Link to="/superadmin/cooperatives/$cooperativeId" params={{ cooperativeId: id }}>
                  {plural(failed, 'message')}
                </Link>
              ),
            }))}
          />
        </Card>
      )}
      <Card
        flush
        title="Platform SMS and email"
        description="Of the last 30 days, such as codes to log in and warnings about a login."
      >
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <MessageList />
        </Suspense>
      </Card>
    </>
  )
}

function Verdict({ problems }: { problems: string[] }) {
  if (problems.length === 0)
    return (
      <Banner tone="success" title="Everything works">
        Nothing waits too long and nothing has failed.
      </Banner>
    )
  return (
    <Banner
      tone="warning"
      title={problems.length === 1 ? 'One thing wants attention' : `${problems.length} things want attention`}
    >
      <ul className="health-problems">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Banner>
  )
}

function Figures({ health }: { health: Health | undefined }) {
  const loading = health === undefined
  return (
    <FigureGrid label="Figures">
      <FigureCard
        label="Messages waiting"
        loading={loading}
        {...(health?.messages.failed ? { tone: 'warning' as const } : {})}
        value={health && countText(health.messages.waiting)}
        note={health && <Queue {...health.messages} />}
      />
      <FigureCard
        label="Messages sent"
        loading={loading}
        value={health && countText(health.messages.sentLastDay)}
        note={health && 'in the last 24 hours'}
      />
      <FigureCard
        label="Files being posted"
        loading={loading}
        {...(health?.imports.failed ? { tone: 'warning' as const } : {})}
        value={health && countText(health.imports.waiting)}
        note={health && <Queue {...health.imports} />}
      />
      <FigureCard
        label="Disk free"
        loading={loading}
        value={health && `${health.disk.freePercent} %`}
        note={health && `${sizeText(health.disk.freeBytes)} of ${sizeText(health.disk.totalBytes)}`}
      />
      <FigureCard
        label="Database answer"
        loading={loading}
        value={health && `${countText(health.database.answeredInMilliseconds)} ms`}
        note={
          health &&
          `${countText(health.database.connections)} of ${countText(health.database.connectionsMax)} connections`
        }
      />
      <FigureCard
        label="Running for"
        loading={loading}
        value={health && lengthText(health.checkedAt.getTime() - health.server.startedAt.getTime())}
        note={health && `version ${health.server.version}`}
      />
    </FigureGrid>
  )
}

function Queue({ oldestWaiting, failed }: { oldestWaiting: Date | null; failed: number }) {
  return (
    <>
      {oldestWaiting ? (
        <>
          the oldest since <span className="number">{timeText(oldestWaiting)}</span>
        </>
      ) : (
        'none waits'
      )}
      {failed > 0 ? `, ${countText(failed)} failed` : ', none failed'}
    </>
  )
}

function Parts({ health }: { health: Health }) {
  const { server, database, migrations, jobs, traffic, backup, anchor } = health
  return (
    <div className="health-parts">
      <Card title="Server and database">
        <Facts
          items={[
            { label: 'Version', value: server.version },
            { label: 'Started', value: <DateText on={server.startedAt} time /> },
            { label: 'Memory in use', value: sizeText(server.memoryBytes) },
            { label: 'Node', value: server.node },
            { label: 'PostgreSQL', value: database.version },
            { label: 'Size of the database', value: sizeText(database.bytes) },
            { label: 'Migrations', value: `${countText(migrations.applied)} applied` },
            { label: 'Latest migration', value: migrations.latest },
          ]}
        />
      </Card>
      <Card title="Since this server started" description="Of several servers, the one that answered.">
        <Facts
          items={[
            { label: 'Requests answered', value: countText(traffic.answered) },
            { label: 'Of them refused', value: countText(traffic.refused) },
            { label: 'Entries posted', value: countText(traffic.postedEntries) },
            { label: 'Wrong passwords and codes', value: countText(traffic.failedLogins) },
            { label: 'Event loop delay', value: `${countText(traffic.eventLoopDelayMilliseconds)} ms` },
          ]}
        />
      </Card>
      <Card title="Regular jobs" description="What the server does by the clock.">
        <Facts
          items={regularJobs.map((name) => {
            const run = jobs.find(({ job }) => job === name)
            return {
              label: jobWords[name],
              value: run ? (
                <Run key={run.endedAt.toISOString()} endedAt={run.endedAt} failure={run.failure} />
              ) : (
                'Not run yet'
              ),
            }
          })}
        />
      </Card>
      <Card title="Backup" description={backupWords[backup.kind]}>
        <Facts
          items={[
            ...(backup.kind === 'own' ? [] : [{ label: 'Last backup', value: timeOf(backup.lastBackupAt) }]),
            ...(backup.kind === 'off' ? [] : [{ label: 'Changes stored', value: timeOf(backup.lastLogAt) }]),
            ...(backup.kind === 'here' ? [{ label: 'Files waiting', value: countText(backup.logFilesWaiting) }] : []),
            { label: 'Books anchored', value: anchor.day ? <DateText on={anchor.day} /> : 'Not yet' },
            { label: 'Key of the anchors', value: anchor.key },
          ]}
        />
      </Card>
    </div>
  )
}

const timeOf = (at: Date | null) => (at ? <DateText on={at} time /> : 'Not yet')

const backupWords: Record<BackupKind, string> = {
  off: 'No backup is made of this database.',
  own: "Made by the database's own tool; here is seen only whether its changes are archived.",
  here: 'A copy each day, and every change within a minute.',
}

const jobWords: Record<RegularJob, string> = labelled({
  'sum-cooperatives': 'Totals',
  'check-payments': 'Online payments',
  'read-settlements': 'Settlements and refunds',
  'wake-webhooks': 'Webhooks',
  'credit-deductions': 'Crediting of deductions',
  'notify-of-deductions': 'Notices of deductions',
  'close-votes': 'Closing of votes',
  'hand-over-offices': 'Hand-over of offices',
  'compute-unpaid-months': 'Unpaid months',
  'remind-of-trials': 'Trial reminders',
  'remind-officers': 'Reminders to officers and of actions',
  'remind-of-instalments': 'Loan reminders',
  'ask-for-penalties': 'Penalties',
  'seal-audit-events': 'Audit trail seals',
  'anchor-books': 'Anchors of the books',
  sweep: 'Clearing out',
})

function Run({ endedAt, failure }: { endedAt: Date; failure: string | null }) {
  return (
    <span className="health-run">
      <AgoText at={endedAt} />
      {failure === null ? (
        <Tag tone="success" icon={CircleCheck}>
          Done
        </Tag>
      ) : (
        <Tag tone="danger" icon={TriangleAlert}>
          Failed
        </Tag>
      )}
    </span>
  )
}

/** "5 min", "26 hours", "3 days" */
function lengthText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? plural(Math.floor(minutes / 60), 'hour') : plural(Math.floor(minutes / 1440), 'day')
}

/** 412 MB, 1.4 GB */
function sizeText(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  return megabytes < 1024 ? `${countText(Math.round(megabytes))} MB` : `${Math.round(megabytes / 102.4) / 10} GB`
}
