import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Period } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import { namesText } from '#core/names-text.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { listReturnRows, updateReturn } from '#features/payroll/returns/contract.ts'
import { type Purpose, purposeLabels, purposes } from '#features/payroll/returns/rules/words.ts'
import { returnFieldLabels } from '#features/payroll/employers/rules/return-words.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { may } from '#ui/session/may.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/Form.tsx'
import { Loading } from '#ui/LoadProblem.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { countText, moneyText, periodName, plural } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import './ReturnQuestions.css'
import { ColumnsUnread } from '#ui/parts/ColumnsUnread.tsx'
import { TotalsThatDiffer } from '#ui/parts/TotalsThatDiffer.tsx'
import type { Return } from './api.ts'

type Row = Replied<typeof listReturnRows>

/** What the file leaves open: what its elements are, and the cells that can't be read. Answers can be changed until it is posted. */
export function ReturnQuestions({ found, period }: { found: Return; period: Period }) {
  const { otherMonth, sumsApart } = found
  return (
    <>
      {otherMonth && (
        <Banner
          tone="warning"
          title={`The file says ${periodName(otherMonth.period)}, and this schedule is of ${periodName(period)}`}
        >
          It has “{otherMonth.text}”. Post it only if it is the return of this schedule.
        </Banner>
      )}
      {sumsApart && (
        <Banner
          tone="warning"
          title={`${plural(sumsApart.rows, 'total')} ${sumsApart.rows === 1 ? 'is' : 'are'} not the sum of the parts`}
        >
          The totals come to <MoneyText amount={sumsApart.says} />, and the parts beside them to{' '}
          <MoneyText amount={sumsApart.sum} />. The totals will be posted. Ask the employer which is right before you
          post.
        </Banner>
      )}
      <ColumnsUnread columns={found.columnsUnread} whole="the total" />
      <TotalsThatDiffer totals={found.totalsThatDiffer}>
        Ask the employer which is right before you post.
      </TotalsThatDiffer>
      {found.otherNames > 0 && (
        <Banner tone="warning">
          {found.otherNames === 1
            ? '1 line’s name does not match its member. Look at it before you post.'
            : `${countText(found.otherNames)} lines have names that do not match their members. Look at them before you post.`}
        </Banner>
      )}
      {found.paidBefore && <PaidBefore found={found} before={found.paidBefore} period={period} />}
      {found.elements.length > 0 && <Elements found={found} />}
      {found.problems + found.decided > 0 && <Rows found={found} />}
    </>
  )
}

/** What becomes of savings of members who have paid for the month by a sheet or by hand. */
function PaidBefore({
  found: { id: returnId },
  before: { members, paid, savings, named, files, accepted },
  period,
}: {
  found: Return
  before: NonNullable<Return['paidBefore']>
  period: Period
}) {
  const update = useAction(updateReturn)
  const decide = (decision: 'post' | 'hold') => update.mutate({ returnId, paidBefore: { decision, paid } })
  const who = namesText(
    named.map((each) => `${each.name} ${moneyText(each.paid)}`),
    'member',
    members,
  )
  return (
    <Banner
      tone="warning"
      title={`${plural(members, 'member')} ${members === 1 ? 'has' : 'have'} paid for ${periodName(period)} already`}
      actions={
        !accepted && (
          <>
            <Button needs="deduction.manage" size="small" busy={update.isPending} onClick={() => decide('hold')}>
              Hold what they have paid
            </Button>
            <Button needs="deduction.manage" size="small" busy={update.isPending} onClick={() => decide('post')}>
              Post all of it
            </Button>
          </>
        )
      }
    >
      {moneyText(paid)} is recorded for them{files.length > 0 && ` by ${namesText(files, 'file')}`}: {who}.{' '}
      {accepted
        ? `This return posts ${moneyText(savings)} more as their savings.`
        : `This return has ${moneyText(savings)} of savings for them. If it is the same money, refuse their lines. Otherwise hold what they have paid, or post all of it.`}
      {update.error && <div role="alert">{sentence(update.error)}</div>}
    </Banner>
  )
}

function Elements({ found }: { found: Return }) {
  const update = useAction(updateReturn)
  const asked = found.elements.filter(({ purpose }) => purpose === null).length
  return (
    <Card
      title={asked > 0 ? `${plural(asked, 'element')} to name` : 'Elements'}
      description="What each element of the file is for. It is remembered for this employer."
    >
      <div className="return-fields">
        {found.elements.map(({ element, rows, amount, purpose }) => (
          <Select<Purpose>
            key={element}
            label={element || 'No element'}
            hint={
              <>
                {plural(rows, 'row')}, <MoneyText amount={amount} />
              </>
            }
            value={purpose ?? ''}
            {...(purpose === null && { placeholder: 'Choose what it is' })}
            options={optionsOf(purposes, purposeLabels)}
            disabled={!may('deduction.manage') || update.isPending}
            onChange={(meant) =>
              meant &&
              update.mutate(
                { returnId: found.id, elements: [{ element, purpose: meant }] },
                { onError: (error) => toast.error(sentence(error)) },
              )
            }
          />
        ))}
      </div>
    </Card>
  )
}

/** What waits is at the top. */
const rowsShown = 50

function Rows({ found }: { found: Return }) {
  const rows = useQuery({ ...query(listReturnRows, { returnId: found.id, page: 1, limit: rowsShown }), staleTime: 0 })
  const more = found.problems + found.decided - rowsShown
  return (
    <Card
      title={found.problems > 0 ? `${plural(found.problems, 'row')} to correct` : 'Rows decided about'}
      description="The rest of the file was read. Enter the amount that was deducted, or leave the row out."
    >
      {!rows.data ? (
        <Loading of={rows} failed="Failed to load the rows" lines={3} />
      ) : (
        <div className="stack">
          {rows.data.rows.map((row) => (
            <OpenRow key={`${row.row} ${row.choice} ${row.confirmed}`} returnId={found.id} row={row} />
          ))}
          {more > 0 && <p className="muted">{plural(more, 'more row')} follow as these are answered.</p>}
        </div>
      )}
    </Card>
  )
}

const problems = {
  amount: 'is no amount',
  formula: 'is a formula without its value',
  negative: 'is below zero',
  parts: 'do not agree',
}

const confirmed = { counted: 'Counted beside the row that it is like', added: 'Counted on top of an earlier file' }

function OpenRow({ returnId, row }: { returnId: Return['id']; row: Row }) {
  const [amount, setAmount] = useState<Kobo>()
  const [isTried, setTried] = useState(false)
  const update = useAction(updateReturn)
  const decide = (rest: Omit<NonNullable<Parsed<typeof updateReturn>['rows']>[number], 'row'>) =>
    update.mutate({ returnId, rows: [{ row: row.row, ...rest }] })
  const who = [row.name, row.staffNumber || row.membershipno, row.element].filter((text) => text).join(', ')
  const refused = fieldErrors(update.error)
  const isAsked = row.problem !== null && row.choice === null
  return (
    <Form
      className="return-row"
      problems={update.error}
      onSubmit={() => (amount === undefined ? setTried(true) : decide({ amount }))}
    >
      <div>
        <strong>
          Row {countText(row.row)}: {who}
        </strong>
        {row.problem && row.cell !== null && (
          <div className="muted">
            “{row.cell}” {problems[row.problem]}
          </div>
        )}
        {row.confirmed && <div className="muted">{confirmed[row.confirmed]}</div>}
        {update.error && Object.keys(refused).length === 0 && <div role="alert">{sentence(update.error)}</div>}
      </div>
      {isAsked ? (
        <MoneyField
          label={row.cellOf ? returnFieldLabels[row.cellOf] : 'Amount'}
          aria-label={`Amount of row ${row.row}`}
          value={amount}
          onChange={setAmount}
          error={refused['rows.0.amount'] ?? (isTried && amount === undefined ? 'Enter the amount' : undefined)}
        />
      ) : (
        <div>{row.choice === 'left_out' ? 'Left out' : <MoneyText amount={row.amount} />}</div>
      )}
      <div className="row">
        {isAsked ? (
          <>
            <Button needs="deduction.manage" type="submit" busy={update.isPending}>
              Save amount
            </Button>
            <Button
              needs="deduction.manage"
              look="quiet"
              disabled={update.isPending}
              onClick={() => decide({ leaveOut: true })}
            >
              Leave out
            </Button>
          </>
        ) : (
          <Button needs="deduction.manage" look="quiet" busy={update.isPending} onClick={() => decide({})}>
            Undo
          </Button>
        )}
      </div>
    </Form>
  )
}
