import { useQuery } from '@tanstack/react-query'
import { settleLeaving } from '#features/members/leaving/contract.ts'
import { listPostingAccounts } from '#features/savings/transactions/movements.ts'
import { useState } from 'react'
import type { AccountId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Form } from '#ui/Form.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Select } from '#ui/Select.tsx'
import { moneyText } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import type { Leaving, Standing } from './api.ts'

/** How each payee is paid, and the press that settles all of it. */
export function SettleForm({
  standing: { statement, payees, clearance, member, leavingFee },
  leaving,
}: {
  standing: Standing
  leaving: Leaving
}) {
  const accounts = useQuery(query(listPostingAccounts, { use: 'money' }))
  const [chosen, setChosen] = useState<ReadonlyMap<number, AccountId | 'owed'>>(new Map())
  const [withoutFee, setWithoutFee] = useState(false)
  const settle = useAction(settleLeaving)
  const usual = accounts.data?.find(({ isDefault }) => isDefault)?.id
  const wayOf = (number: number): AccountId | 'owed' | '' => chosen.get(number) ?? usual ?? ''
  const open = clearance.filter(({ isClear }) => !isClear).length
  const isShort = statement.missing > 0n
  const net = kobo(statement.net + (withoutFee && !isShort ? leavingFee : 0n))
  const isReady = open === 0 && !isShort && (payees.length === 0 || accounts.data !== undefined)
  function submit() {
    if (!isReady) return
    settle.mutate(
      {
        leavingId: leaving.id,
        net,
        ...(withoutFee && { withoutFee: true }),
        payees: payees.map(({ number }) => {
          const way = wayOf(number)
          return { number, paidThrough: way === 'owed' || way === '' ? null : way }
        }),
      },
      {
        onSuccess: ({ leaving: now }) =>
          toast.success(
            now?.status === 'settled' ? `${member.name} has left` : 'Asked for. It waits for another officer.',
          ),
      },
    )
  }
  return (
    <Card title="Settle">
      <Form className="stack" onSubmit={submit}>
        <ActionProblem error={settle.error} title="Nothing was settled" />
        {payees.map(({ number, name, relationship, sharePercent, amount }) => (
          <div key={number} className="payee">
            <p className="payee__head">
              <span>
                {name}
                {(relationship || sharePercent < 100) && (
                  <span className="muted">{` · ${[relationship, sharePercent < 100 && `${sharePercent} %`].filter(Boolean).join(', ')}`}</span>
                )}
              </span>
              {!withoutFee && (
                <strong>
                  <MoneyText amount={amount} />
                </strong>
              )}
            </p>
            <Select
              label={payees.length > 1 ? `How ${name} is paid` : 'How it is paid'}
              value={wayOf(number)}
              options={[
                ...(accounts.data?.map(({ id, name: account }) => ({
                  value: id as string,
                  label: `From ${account}`,
                })) ?? []),
                { value: 'owed', label: 'Not yet: it is owed' },
              ]}
              onChange={(way) => way !== '' && setChosen(new Map(chosen).set(number, way as AccountId | 'owed'))}
            />
          </div>
        ))}
        {payees.length === 0 && net === 0n && <p>Nothing is left to be paid.</p>}
        {leavingFee > 0n && !isShort && (
          <Checkbox
            label={`Without the leaving fee of ${moneyText(leavingFee)}`}
            checked={withoutFee}
            onChange={setWithoutFee}
          />
        )}
        <div className="row">
          <Button look="primary" type="submit" busy={settle.isPending} disabled={!isReady}>
            {net > 0n ? `Settle and pay ${moneyText(net)}` : 'Settle'}
          </Button>
          {!isReady && accounts.data && (
            <span className="muted">
              {isShort ? 'Take in what is missing first.' : 'Put the clearance list in order first.'}
            </span>
          )}
        </div>
      </Form>
    </Card>
  )
}
