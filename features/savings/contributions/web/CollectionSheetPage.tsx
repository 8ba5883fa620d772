import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide'
import { Suspense, lazy, useCallback, useEffect, useMemo, useState } from 'react'
import { isDay, periodOf } from '#core/calendar.ts'
import type { MemberId } from '#core/ids.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import { pastDayProblem } from '#core/past-day.ts'
import { foldForSearch } from '#core/searching.ts'
import { Link } from '#ui/router/Link.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateField } from '#ui/DateField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { dayText, moneyText, plural, todayInLagos } from '#ui/format.ts'
import { renew } from '#ui/api/renewal.ts'
import {
  type Collected,
  collect,
  discard,
  isTooOld,
  isWaiting,
  readCollected,
  sendWaiting,
  useCollected,
  useIsSending,
} from './collection-api.ts'
import { type Payer, sheetQuery } from './sheet-api.ts'

const shownMax = 40
/** A line that is there and carries nothing brings no event when it is well again. */
const againAfterMs = 20_000
const CollectionLines = lazy(async () => ({ default: (await import('./CollectionLines.tsx')).CollectionLines }))

/** The sheet that an officer carries through the market: who paid how much today, with a network or without. */
export function CollectionSheetPage() {
  const [occurredOn, setOccurredOn] = useState<string>(todayInLagos())
  const [q, setQ] = useState('')
  const day = isDay(occurredOn) && occurredOn <= todayInLagos() ? occurredOn : undefined
  const payers = useQuery(sheetQuery(periodOf(todayInLagos())))
  // As it was when the sheet opened: a line stays where it is when its member pays.
  const [unpaid, setUnpaid] = useState<ReadonlySet<MemberId>>()
  if (payers.data && !unpaid)
    setUnpaid(new Set(payers.data.filter(({ expected, paid }) => paid < expected).map(({ memberId }) => memberId)))
  const collected = useCollected()
  const today = collected.filter((each) => each.occurredOn === day && each.refusal === undefined)
  const waiting = collected.filter((each) => isWaiting(each) && !isTooOld(each))
  const { send, isSending } = useSending(waiting.length > 0)
  const problems = collected.filter((each) => each.refusal !== undefined || (isWaiting(each) && isTooOld(each)))
  const found = useMemo(() => unpaidFirst(matching(payers.data ?? [], q), unpaid), [payers.data, q, unpaid])

  const take = useCallback(
    async (payer: Payer, amount: Kobo) => {
      if (!day) return
      await collect({ memberId: payer.memberId, membershipno: payer.membershipno, amount, occurredOn: day })
      void send()
    },
    [day, send],
  )
  return (
    <Page
      title="Collection sheet"
      description="Write down who pays. It works without a network; each payment is sent once."
    >
      <FigureGrid label="Collected">
        <FigureCard
          label={day ? `Collected, ${dayText(day)}` : 'Collected'}
          value={<MoneyText amount={sumKobo(today.map(({ amount }) => amount))} />}
          note={`from ${plural(new Set(today.map(({ memberId }) => memberId)).size, 'member')}, on this device`}
        />
        <FigureCard
          label="Waits to be sent"
          value={<MoneyText amount={sumKobo(waiting.map(({ amount }) => amount))} />}
          {...(waiting.length > 0 ? { tone: 'warning' as const } : {})}
          note={waiting.length === 0 ? 'all is in the books' : plural(waiting.length, 'payment')}
        />
      </FigureGrid>
      {waiting.length > 0 && (
        <Banner tone="warning" title={`${plural(waiting.length, 'payment')} not sent yet`}>
          <p>
            Kept on this device until there is a network, even if you log out. Each is posted once, however often it is
            sent.
          </p>
          <Button busy={isSending} onClick={() => void send()}>
            Send now
          </Button>
        </Banner>
      )}
      {problems.map((entry) => (
        <Problem
          key={entry.key}
          entry={entry}
          name={payers.data?.find(({ memberId }) => memberId === entry.memberId)?.name}
        />
      ))}
      <Card flush>
        <Toolbar>
          <SearchBox label="Search members" placeholder="Name or number" value={q} onSearch={setQ} />
          <DateField
            label="Day"
            max={todayInLagos()}
            value={occurredOn}
            onChange={setOccurredOn}
            error={pastDayProblem(occurredOn, todayInLagos())}
          />
        </Toolbar>
        {payers.isError && !payers.data && <LoadProblem title="Failed to get financial records" of={payers} />}
        {payers.isPending && payers.fetchStatus !== 'paused' && <SkeletonLines lines={8} />}
        {payers.isPending && payers.fetchStatus === 'paused' && (
          <EmptyState icon={Users} title="The members are not on this device yet">
            Open this sheet once with a network, with Keep me signed in ticked at the login. From then on it opens
            without.
          </EmptyState>
        )}
        {payers.data?.length === 0 && (
          <EmptyState
            icon={Users}
            title="No members yet"
            actions={<Link to="/coop/member-management">Add members</Link>}
          >
            The sheet lists your members. Import your register or add one first.
          </EmptyState>
        )}
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <CollectionLines
            payers={found.slice(0, shownMax)}
            collected={collected.filter((each) => each.occurredOn === day)}
            isThisMonth={day !== undefined && periodOf(day) === periodOf(todayInLagos())}
            disabled={!day}
            onTake={take}
          />
        </Suspense>
        {found.length > shownMax && (
          <p className="sheet-more muted">{`${plural(found.length - shownMax, 'more member')}: type part of a name or number to find one.`}</p>
        )}
        {payers.data !== undefined && payers.data.length > 0 && found.length === 0 && (
          <p className="sheet-more muted">No member matches.</p>
        )}
      </Card>
    </Page>
  )
}

/** Sends what waits: when the sheet opens, when the network comes back, a while after no one answered, and when asked. */
function useSending(isWaited: boolean): { send: () => Promise<void>; isSending: boolean } {
  const isSending = useIsSending()
  const send = useCallback(async () => {
    if (await sendWaiting()) await renew()
  }, [])
  useEffect(() => {
    const begin = () => void send()
    void readCollected().then(begin)
    window.addEventListener('online', begin)
    return () => window.removeEventListener('online', begin)
  }, [send])
  useEffect(() => {
    if (!isWaited || isSending) return
    const timer = setTimeout(() => void send(), againAfterMs)
    return () => clearTimeout(timer)
  }, [isWaited, isSending, send])
  return { send, isSending }
}

function matching(payers: readonly Payer[], q: string): readonly Payer[] {
  const words = foldForSearch(q).split(' ').filter(Boolean)
  return words.length === 0 ? payers : payers.filter(({ found }) => words.every((word) => found.includes(word)))
}

function unpaidFirst(payers: readonly Payer[], unpaid: ReadonlySet<MemberId> | undefined): readonly Payer[] {
  const has = ({ memberId }: Payer) => unpaid?.has(memberId) ?? false
  return [...payers.filter(has), ...payers.filter((payer) => !has(payer))]
}

/** One that the server refused, or that waited longer than its key lives: a person decides. */
function Problem({ entry, name = entry.membershipno }: { entry: Collected; name: string | undefined }) {
  return (
    <Banner
      tone="danger"
      title={`${moneyText(entry.amount)} from ${name}, ${dayText(entry.occurredOn)}, is not in the books`}
    >
      <p>
        {entry.refusal ??
          'It waited for more than six days. Look at the member’s page first; if it is not there, record it by hand and take it off here.'}
      </p>
      <Button onClick={() => void discard(entry)}>Take it off this list</Button>
    </Banner>
  )
}
