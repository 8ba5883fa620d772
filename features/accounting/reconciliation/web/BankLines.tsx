import {
  undoMatch,
  confirmMatches,
  listBankLines,
  reopenLine,
  setLineAside,
} from '#features/accounting/reconciliation/contract.ts'
import { BookMarked, CircleCheck, Clock, ListChecks, ListPlus } from 'lucide'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { AccountId } from '#core/ids.ts'
import { recordLines } from '#features/accounting/reconciliation/recorded-lines.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Link } from '#ui/router/Link.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { moneyText, plural } from '#ui/format.ts'
import { may } from '#ui/session/may.ts'
import { toast, toastThen } from '#ui/toast.ts'
import { useList } from '#ui/use-list.ts'
import './BankLines.css'
import { EnterLink } from './EnterLink.tsx'
import type { BankLine } from './api.ts'

const MatchDialog = lazy(async () => ({ default: (await import('./MatchDialog.tsx')).MatchDialog }))

const RecordLinesDialog = lazy(async () => ({ default: (await import('./RecordLinesDialog.tsx')).RecordLinesDialog }))
const SplitDrawer = lazy(async () => ({ default: (await import('./SplitDrawer.tsx')).SplitDrawer }))
const EmployerPaymentDrawer = lazy(async () => ({
  default: (await import('./EmployerPaymentDrawer.tsx')).EmployerPaymentDrawer,
}))
const RulesDrawer = lazy(async () => ({ default: (await import('./RulesDrawer.tsx')).RulesDrawer }))
const EnterDialog = lazy(async () => ({ default: (await import('./EnterDialog.tsx')).EnterDialog }))

type Show = 'open' | 'proposed' | 'matched' | 'aside'

const words: Record<Show, { caption: string; none: string; says: string }> = {
  proposed: {
    caption: 'Proposed matches',
    none: 'Nothing to confirm',
    says: 'What agrees by amount and date with the books is proposed here.',
  },
  open: {
    caption: 'On the statement only',
    none: 'Every line is in the books',
    says: 'Charges and payments that only the bank knows would appear here.',
  },
  matched: {
    caption: 'Matched',
    none: 'Nothing is matched yet',
    says: 'Confirm what is proposed, or match a line by hand.',
  },
  aside: {
    caption: 'Set aside',
    none: 'No line is set aside',
    says: 'Lines that the bank has taken back appear here once you set them aside.',
  },
}

/** Lines of the bank: what they are in the books, or what may be done about it. */
export function BankLines({ accountId, show, actions }: { accountId: AccountId; show: Show; actions?: ReactNode }) {
  const { list, set } = useList(listBankLines, { accountId, show })
  const [opened, open] = useState<Opened>()
  // Kept whole, because a ticked line may be on another page.
  const [ticked, setTicked] = useState<ReadonlyMap<string, BankLine>>(new Map())
  const [confirm, undo, record] = [useAction(confirmMatches), useAction(undoMatch), useAction(recordLines)]
  const [setAside, reopen] = [useAction(setLineAside), useAction(reopenLine)]
  const untick = (id: BankLine['id']) => setTicked((now) => new Map([...now].filter(([key]) => key !== id)))
  const columns = columnsOf(accountId, show, {
    onMatch: (line) => open({ form: 'match', line }),
    onEnter: (line) => open({ form: 'enter', line }),
    onSplit: (line) => open({ form: 'parts', line }),
    onRecord: ({ id, proposal }) =>
      proposal &&
      record.mutate(
        recordedBy(accountId, id, proposal),
        toastThen(
          ({ waiting }) => (waiting > 0 ? 'Recorded. It waits for another officer' : 'Recorded and matched'),
          () => untick(id),
        ),
      ),
    onConfirm: ({ match }) => match && confirm.mutate({ accountId, matchIds: [match.id] }),
    onUndo: ({ match }) => match && undo.mutate({ accountId, matchId: match.id }),
    onSetAside: ({ id: lineId }) =>
      setAside.mutate(
        { accountId, lineId },
        toastThen('Set aside', () => untick(lineId)),
      ),
    onReopen: ({ id: lineId }) =>
      reopen.mutate(
        { accountId, lineId },
        toastThen('Open again', () => undefined),
      ),
  })
  const total = list.data?.meta.total ?? 0
  const error = confirm.error ?? undo.error ?? record.error ?? setAside.error ?? reopen.error
  const select = (keys: Set<string>) => {
    const known = new Map([...ticked, ...(list.data?.rows ?? []).map((line) => [line.id as string, line] as const)])
    setTicked(new Map([...known].filter(([key, { waiting }]) => keys.has(key) && !waiting)))
  }
  return (
    <Card
      flush
      title={words[show].caption}
      actions={
        <>
          {show === 'open' && ticked.size > 0 && (
            <Button
              needs="reconciliation.manage"
              look="primary"
              icon={ListPlus}
              onClick={() => open({ form: 'record', lines: [...ticked.values()] })}
            >
              {`Record ${plural(ticked.size, 'line', 'lines')}`}
            </Button>
          )}
          {show === 'open' && (
            <Button icon={BookMarked} onClick={() => open({ form: 'rules' })}>
              Rules
            </Button>
          )}
          {actions}
          {show === 'proposed' && total > 0 && (
            <Button
              needs="reconciliation.manage"
              look="primary"
              icon={ListChecks}
              busy={confirm.isPending}
              onClick={() =>
                confirm.mutate(
                  { accountId },
                  { onSuccess: ({ confirmed }) => toast.success(`${plural(confirmed, 'match', 'matches')} confirmed`) },
                )
              }
            >
              Confirm all
            </Button>
          )}
        </>
      }
    >
      {error && <RefusedBanner error={error} title="This was not done" />}
      <List
        asked={list}
        failed="Failed to load the lines"
        set={set}
        caption={words[show].caption}
        columns={columns}
        rowKey={({ id }) => id}
        {...(show === 'open' && may('reconciliation.manage') && { selected: new Set(ticked.keys()), onSelect: select })}
        loadingRows={4}
        empty={
          <EmptyState icon={CircleCheck} title={words[show].none}>
            {words[show].says}
          </EmptyState>
        }
      />
      <Forms
        accountId={accountId}
        opened={opened}
        open={open}
        onClose={() => {
          if (opened && 'line' in opened) untick(opened.line.id)
          open(undefined)
        }}
        onRecorded={() => setTicked(new Map())}
      />
    </Card>
  )
}

type Opened =
  | { form: 'match' | 'enter' | 'parts' | 'months'; line: BankLine }
  | { form: 'record'; lines: readonly BankLine[] }
  | { form: 'rules' }

/** What is open over the list. */
function Forms({
  accountId,
  opened,
  open,
  onClose,
  onRecorded,
}: {
  accountId: AccountId
  opened: Opened | undefined
  open: (next: Opened | undefined) => void
  onClose: () => void
  onRecorded: () => void
}) {
  const given = { accountId, onClose }
  return (
    <Suspense>
      {opened?.form === 'rules' && <RulesDrawer {...given} />}
      {opened?.form === 'record' && (
        <RecordLinesDialog
          {...given}
          lines={opened.lines}
          onDone={() => {
            onClose()
            onRecorded()
          }}
        />
      )}
      {opened?.form === 'match' && <MatchDialog {...given} line={opened.line} />}
      {opened?.form === 'parts' && <SplitDrawer {...given} line={opened.line} />}
      {opened?.form === 'months' && <EmployerPaymentDrawer {...given} line={opened.line} />}
      {opened?.form === 'enter' && (
        <EnterDialog
          {...given}
          line={opened.line}
          onSplit={() => open({ form: 'parts', line: opened.line })}
          onEmployer={() => open({ form: 'months', line: opened.line })}
        />
      )}
    </Suspense>
  )
}

/** What a rule proposes, as it is sent. */
function recordedBy(accountId: AccountId, lineId: BankLine['id'], proposal: NonNullable<BankLine['proposal']>) {
  const { ruleId, as, memberId, accountTypeId, loanId, targetId, party } = proposal
  const given = { memberId, accountTypeId, loanId, targetId, party }
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  return { accountId, lineIds: [lineId], ruleId, as, ...said } as Parsed<typeof recordLines>
}

type Acts = Record<
  'onMatch' | 'onEnter' | 'onSplit' | 'onRecord' | 'onConfirm' | 'onUndo' | 'onSetAside' | 'onReopen',
  (line: BankLine) => void
>

function columnsOf(accountId: AccountId, show: Show, acts: Acts): Column<BankLine>[] {
  const { onConfirm, onUndo, onReopen } = acts
  const all: (Column<BankLine> | false)[] = [
    { key: 'on', header: 'Date', width: '112px', cell: ({ on }) => <DateText on={on} /> },
    {
      key: 'narration',
      header: 'On the statement',
      card: 'title',
      cell: ({ narration, proposal, recorded, missingFrom, suggestions: [first] }) => (
        <>
          {narration || '–'}
          {recorded > 0n && (
            <p className="bank-hint">{`${moneyText(recorded)} of it is recorded; another part was rejected`}</p>
          )}
          {missingFrom && <Missing {...missingFrom} show={show} />}
          {proposal && (
            <p className="bank-hint">
              <strong>{proposal.title}</strong>, {proposal.why}
            </p>
          )}
          {!proposal && first && <p className="bank-hint">{`Perhaps ${first.name}: ${first.why}`}</p>}
        </>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      card: 'corner',
      cell: ({ amount }) => <MoneyText amount={amount} />,
    },
    show !== 'open' &&
      show !== 'aside' && {
        key: 'entries',
        header: 'In the books',
        cell: ({ match }) =>
          match?.entries.map(({ entryId, on, description, number }) => (
            <div key={entryId}>
              <Link to="/coop/financial-operations/reports/entries/$entryId" params={{ entryId }}>
                {description}
              </Link>{' '}
              <span className="muted">
                No. {number}, <DateText on={on} />
              </span>
            </div>
          )),
      },
    show === 'aside' && {
      key: 'aside',
      header: 'Set aside by',
      cell: ({ setAside }) =>
        setAside && (
          <>
            {setAside.by}, <DateText on={setAside.at} />
          </>
        ),
    },
    show === 'matched' && { key: 'by', header: 'Confirmed by', cell: ({ match }) => match?.confirmedBy },
    {
      key: 'acts',
      width: show === 'open' ? '280px' : '208px',
      header: '',
      align: 'end',
      cell: (line) => (
        <div className="row">
          {line.waiting && (
            <Link
              to="/coop/financial-operations/transactions"
              search={{ tab: 'approvals' }}
              aria-label={`Waiting for approval: ${line.narration}`}
            >
              <Tag tone="warning" icon={Clock}>
                Waiting for approval
              </Tag>
            </Link>
          )}
          {show === 'aside' && (
            <Button
              needs="reconciliation.manage"
              size="small"
              aria-label={`Open again: ${line.narration}`}
              onClick={() => onReopen(line)}
            >
              Open again
            </Button>
          )}
          {show === 'open' && !line.waiting && <OpenActs accountId={accountId} line={line} acts={acts} />}
          {show === 'proposed' && (
            <Button
              needs="reconciliation.manage"
              size="small"
              look="primary"
              aria-label={`Confirm ${line.narration}`}
              onClick={() => onConfirm(line)}
            >
              Confirm
            </Button>
          )}
          {(show === 'matched' || show === 'proposed') && (
            <Button
              needs="reconciliation.manage"
              size="small"
              aria-label={`${show === 'proposed' ? 'Not this:' : 'Undo'} ${line.narration}`}
              onClick={() => onUndo(line)}
            >
              {show === 'proposed' ? 'Not this' : 'Undo'}
            </Button>
          )}
        </div>
      ),
    },
  ]
  return all.filter((column) => column !== false)
}

/** The statement that lacks a line, and what is to do. */
function Missing({ fileName, readAt, show }: NonNullable<BankLine['missingFrom']> & { show: Show }) {
  const next = show === 'open' ? 'set it aside' : 'undo this match and set it aside'
  return (
    <p className="bank-hint">
      Not in {fileName}, read on <DateText on={readAt} />
      {show !== 'aside' && `. Compare with the bank; if it was taken back, ${next}`}
    </p>
  )
}

/** What may be done with a line that is on the statement only. */
function OpenActs({ accountId, line, acts }: { accountId: AccountId; line: BankLine; acts: Acts }) {
  return (
    <>
      {line.missingFrom && (
        <Button
          needs="reconciliation.manage"
          size="small"
          aria-label={`Set aside ${line.narration}`}
          onClick={() => acts.onSetAside(line)}
        >
          Set aside
        </Button>
      )}
      {line.proposal && (
        <Button
          needs="reconciliation.manage"
          size="small"
          look="primary"
          aria-label={`Record as ${line.proposal.title}: ${line.narration}`}
          onClick={() => acts.onRecord(line)}
        >
          Record
        </Button>
      )}
      <Button
        needs="reconciliation.manage"
        size="small"
        aria-label={`Match ${line.narration}`}
        onClick={() => acts.onMatch(line)}
      >
        Match
      </Button>
      {line.amount < 0n ? (
        <>
          <EnterLink accountId={accountId} line={line} />
          <Button
            needs="reconciliation.manage"
            size="small"
            aria-label={`Split ${line.narration}`}
            onClick={() => acts.onSplit(line)}
          >
            Split
          </Button>
        </>
      ) : (
        <Button
          needs="transaction.record"
          size="small"
          aria-label={`Enter it: ${line.narration}`}
          onClick={() => acts.onEnter(line)}
        >
          Enter it
        </Button>
      )}
    </>
  )
}
