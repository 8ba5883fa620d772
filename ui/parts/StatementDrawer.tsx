import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Download, Link2, Share2 } from 'lucide'
import { useRef, useState } from 'react'
import { addDays, addMonths, type Day, dayText, firstDayOf, isDay, periodOf } from '#core/calendar.ts'
import type { MemberId } from '#core/ids.ts'
import { type LinkDays, linkDays } from '#features/savings/statements/rules/statement.ts'
import { sentence } from '#ui/api/api-error.ts'
import { newKey } from '#ui/api/new-key.ts'
import {
  makeLink,
  type NewStatementLink,
  statementFile,
  statements,
  type StatementLink,
  withdrawLink,
} from './statements.ts'
import { may } from '#ui/session/may.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import './StatementDrawer.css'
import { todayInLagos } from '#ui/format.ts'
import { saveFile } from '#ui/save-file.ts'
import { shareFile } from '#ui/share-file.ts'
import { toast } from '#ui/toast.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

const spans = [
  { value: 'month', label: strings.thisMonth },
  { value: 'quarter', label: strings.lastMonths },
  { value: 'year', label: strings.thisYear },
  { value: 'lastYear', label: strings.lastYear },
  { value: 'own', label: strings.otherDates },
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
        ? strings.theFirstDayIsAfter
        : undefined
      : strings.chooseBothDays
  return (
    <Drawer open onClose={onClose} title={name ? fill(strings.statementOf, { name }) : strings.statement}>
      <div className="stack">
        <Select<Span> label={strings.period} value={span} onChange={(next) => next && setSpan(next)} options={spans} />
        {span === 'own' && (
          <>
            <DateField label={strings.from} value={from} max={today} onChange={setFrom} error={problem} />
            <DateField label={strings.to} value={to} onChange={setTo} />
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
      {asked.isError && <LoadProblem title={strings.theStatementCouldNotBe} of={asked} />}
      {asked.isPending && <SkeletonLines lines={2} />}
      {told && (
        <Facts
          items={[
            {
              label: strings.movements,
              value: String(told.accounts.reduce((sum, { lines }) => sum + lines.length, 0)),
            },
            {
              label: fill(strings.heldOn, { to: dayText(days.to) }),
              value: <MoneyText amount={told.totals.saved.closing} />,
            },
            {
              label: fill(strings.owedOn, { to: dayText(days.to) }),
              value: told.totals.owed.closing !== 0n && <MoneyText amount={told.totals.owed.closing} />,
            },
          ]}
        />
      )}
      <div className="row">
        <Button look="primary" icon={Download} busy={busy === 'save'} onClick={() => void take('save')}>
          {strings.downloadPdf}
        </Button>
        <Button icon={Share2} busy={busy === 'share'} onClick={() => void take('share')}>
          {strings.share}
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
      <h3>{strings.shareVerifiableStatement}</h3>
      <p className="muted">{strings.aLandlordAnEmbassyOr}</p>
      {error && <RefusedBanner error={error} title={strings.noLinkWasMade} />}
      <Select
        label={strings.theLinkOpensFor}
        value={lives}
        onChange={(next) => {
          if (next === '') return
          setLives(next)
          key.current = newKey()
        }}
        options={linkDays.map((count) => ({ value: `${count}` as const, label: fill(strings.countDays, { count }) }))}
      />
      <div className="row">
        <Button icon={Link2} busy={busy} onClick={() => void make()}>
          {strings.makeALink}
        </Button>
      </div>
    </section>
  )
}

function Made({ link }: { link: NewStatementLink }) {
  const copy = () =>
    navigator.clipboard.writeText(link.url).then(
      () => toast.success(strings.linkCopied),
      () => toast.error(strings.thisBrowserDidNotCopy),
    )
  return (
    <section className="stack">
      <Banner tone="success" title={strings.theLinkIsMade}>
        {strings.copyItNowItIs}
      </Banner>
      <TextField
        label={strings.link}
        readOnly
        value={link.url}
        onChange={() => undefined}
        onFocus={(event) => event.target.select()}
      />
      <div className="row">
        <Button icon={Copy} onClick={() => void copy()}>
          {strings.copyTheLink}
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
      toast.success(strings.linkWithdrawn)
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
      <h3>{strings.linksThatStillOpen}</h3>
      <ul className="statement-links">
        {asked.data.map((link) => {
          const what =
            link.from && link.to
              ? fill(strings.fromToTo, { from: dayText(link.from), to: dayText(link.to) })
              : fill(strings.receiptReceiptNumber, { receiptNumber: link.receiptNumber ?? '' })
          return (
            <li key={link.id}>
              <div>
                {what}
                <small>
                  {fillElements(strings.madeByOpensUntil, {
                    madeBy: link.madeBy,
                    expiresAt: <DateText on={link.expiresAt} />,
                  })}
                </small>
              </div>
              <Button
                needs="statement.share"
                size="small"
                busy={busy === link.id}
                aria-label={fill(strings.withdrawTheLinkFor, { what })}
                onClick={() => void withdraw(link)}
              >
                {strings.withdraw}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
