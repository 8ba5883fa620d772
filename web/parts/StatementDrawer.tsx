import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Download, Link2, Share2 } from 'lucide'
import { useRef, useState } from 'react'
import { addDays, addMonths, type Day, dayText, firstDayOf, isDay, periodOf } from '#domain/calendar.ts'
import type { MemberId } from '#domain/ids.ts'
import { type LinkDays, linkDays } from '#domain/society/statements/statement.ts'
import { sentence } from '#web/api/api-error.ts'
import { newKey } from '#web/api/new-key.ts'
import {
  makeLink,
  type NewStatementLink,
  statementFile,
  statements,
  type StatementLink,
  withdrawLink,
} from './statements.ts'
import { may } from '#web/session/may.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Select } from '#web/ui/Select.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import './StatementDrawer.css'
import { todayInLagos } from '#web/ui/format.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { shareFile } from '#web/ui/share-file.ts'
import { toast } from '#web/ui/toast.ts'

const spans = [
  { value: 'month', label: 'This month' },
  { value: 'quarter', label: 'Last 3 months' },
  { value: 'year', label: 'This year' },
  { value: 'lastYear', label: 'Last year' },
  { value: 'own', label: 'Other dates' },
] as const
type Span = (typeof spans)[number]['value']

function daysOf(span: Exclude<Span, 'own'>, today: Day): { from: Day; to: Day } {
  const year = Number(today.slice(0, 4))
  if (span === 'month') return { from: firstDayOf(periodOf(today)), to: today }
  if (span === 'quarter') return { from: firstDayOf(addMonths(periodOf(today), -2)), to: today }
  if (span === 'year') return { from: `${year}-01-01` as Day, to: today }
  return { from: `${year - 1}-01-01` as Day, to: addDays(`${year}-01-01` as Day, -1) }
}

/** A statement to download, to share and to let others check: the signed-in member's own, or for the office that of `memberId`. */
export function StatementDrawer({
  memberId,
  name,
  onClose,
}: {
  memberId?: MemberId
  name?: string
  onClose: () => void
}) {
  const today = todayInLagos()
  const [span, setSpan] = useState<Span>('month')
  const [from, setFrom] = useState<string>(firstDayOf(periodOf(today)))
  const [to, setTo] = useState<string>(today)
  const days = span === 'own' ? { from: from as Day, to: to as Day } : daysOf(span, today)
  const problem =
    isDay(days.from) && isDay(days.to)
      ? days.from > days.to
        ? 'The first day is after the last'
        : undefined
      : 'Choose both days'
  return (
    <Drawer open onClose={onClose} title={name ? `Statement of ${name}` : 'Statement'}>
      <div className="stack">
        <Select<Span> label="Period" value={span} onChange={(next) => next && setSpan(next)} options={spans} />
        {span === 'own' && (
          <>
            <DateField label="From" value={from} max={today} onChange={setFrom} error={problem} />
            <DateField label="To" value={to} onChange={setTo} />
          </>
        )}
        {!problem && <Chosen key={`${days.from} ${days.to}`} memberId={memberId} days={days} />}
        <LiveLinks memberId={memberId} />
      </div>
    </Drawer>
  )
}

function Chosen({ memberId, days }: { memberId: MemberId | undefined; days: { from: Day; to: Day } }) {
  const asked = useQuery(statements.of(memberId, days))
  const [link, setLink] = useState<NewStatementLink>()
  const [busy, setBusy] = useState<'save' | 'share'>()
  async function take(what: 'save' | 'share') {
    setBusy(what)
    try {
      const file = await statementFile(memberId, days, link?.url)
      const done = what === 'share' ? await shareFile(file, link?.url) : saveFile(file, file.name)
      if (done) toast.success(done)
    } catch (error) {
      toast.error(sentence(error))
    } finally {
      setBusy(undefined)
    }
  }
  const told = asked.data
  return (
    <>
      {asked.isError && <LoadProblem title="The statement could not be made" of={asked} />}
      {asked.isPending && <SkeletonLines lines={2} />}
      {told && (
        <Facts
          items={[
            { label: 'Movements', value: String(told.accounts.reduce((sum, { lines }) => sum + lines.length, 0)) },
            { label: `Held on ${dayText(days.to)}`, value: <MoneyText amount={told.totals.saved.closing} /> },
            {
              label: `Owed on ${dayText(days.to)}`,
              value: told.totals.owed.closing !== 0n && <MoneyText amount={told.totals.owed.closing} />,
            },
          ]}
        />
      )}
      <div className="row">
        <Button look="primary" icon={Download} busy={busy === 'save'} onClick={() => void take('save')}>
          Download PDF
        </Button>
        <Button icon={Share2} busy={busy === 'share'} onClick={() => void take('share')}>
          Share
        </Button>
      </div>
      {link ? (
        <Made link={link} />
      ) : (
        may('statement.share') && <MakeLink memberId={memberId} days={days} onMade={setLink} />
      )}
    </>
  )
}

function MakeLink({
  memberId,
  days,
  onMade,
}: {
  memberId: MemberId | undefined
  days: { from: Day; to: Day }
  onMade: (link: NewStatementLink) => void
}) {
  const [lives, setLives] = useState<`${LinkDays}`>('7')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  // Pressing again after a lost reply gets the same link.
  const key = useRef(newKey())
  const queries = useQueryClient()
  async function make() {
    setBusy(true)
    setError(undefined)
    try {
      onMade(await makeLink(memberId, { ...days, days: Number(lives) as LinkDays }, key.current))
      await queries.invalidateQueries({ queryKey: statements.links(memberId).queryKey })
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="stack">
      <h3>Let someone check it</h3>
      <p className="muted">
        A landlord, an embassy or a bank opens a link and sees the name, the number and what was on each account before
        and after these days. No movement is shown. The PDF then carries the link as a code to scan.
      </p>
      {error && <RefusedBanner error={error} title="No link was made" />}
      <Select
        label="The link opens for"
        value={lives}
        onChange={(next) => {
          if (next === '') return
          setLives(next)
          key.current = newKey()
        }}
        options={linkDays.map((count) => ({ value: `${count}` as const, label: `${count} days` }))}
      />
      <div className="row">
        <Button icon={Link2} busy={busy} onClick={() => void make()}>
          Make a link
        </Button>
      </div>
    </section>
  )
}

function Made({ link }: { link: NewStatementLink }) {
  const copy = () =>
    navigator.clipboard.writeText(link.url).then(
      () => toast.success('Link copied'),
      () => toast.error('This browser did not copy it. Select the address and copy it by hand.'),
    )
  return (
    <section className="stack">
      <Banner tone="success" title="The link is made">
        Copy it now: it is shown this once. A PDF that you download or share from here carries it as a code.
      </Banner>
      <TextField
        label="Link"
        readOnly
        value={link.url}
        onChange={() => undefined}
        onFocus={(event) => event.target.select()}
      />
      <div className="row">
        <Button icon={Copy} onClick={() => void copy()}>
          Copy the link
        </Button>
      </div>
    </section>
  )
}

function LiveLinks({ memberId }: { memberId: MemberId | undefined }) {
  const asked = useQuery(statements.links(memberId))
  const [busy, setBusy] = useState<StatementLink['id']>()
  const queries = useQueryClient()
  async function withdraw({ id }: StatementLink) {
    setBusy(id)
    try {
      await withdrawLink(memberId, id)
      toast.success('Link withdrawn')
    } catch (error) {
      toast.error(sentence(error))
    } finally {
      await queries.invalidateQueries({ queryKey: statements.links(memberId).queryKey })
      setBusy(undefined)
    }
  }
  if (!asked.data || asked.data.length === 0) return null
  return (
    <section className="stack">
      <h3>Links that still open</h3>
      <ul className="statement-links">
        {asked.data.map((link) => {
          const what =
            link.from && link.to
              ? `${dayText(link.from)} to ${dayText(link.to)}`
              : `Receipt ${link.receiptNumber ?? ''}`
          return (
            <li key={link.id}>
              <div>
                {what}
                <small>
                  Made by {link.madeBy}, opens until <DateText on={link.expiresAt} />
                </small>
              </div>
              <Button
                needs="statement.share"
                size="small"
                busy={busy === link.id}
                aria-label={`Withdraw the link for ${what}`}
                onClick={() => void withdraw(link)}
              >
                Withdraw
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
