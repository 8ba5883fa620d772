import { useQuery } from '@tanstack/react-query'
import { listGoods } from '#contract/lending/goods.ts'
import { useEffect } from 'react'
import { goodsLinesMax, goodsQuantityMax } from '#domain/lending/loans/goods-limits.ts'
import { costOf, costOfAll } from '#domain/lending/loans/goods.ts'
import type { GoodId } from '#domain/ids.ts'
import type { Kobo } from '#domain/money.ts'
import { wholeList } from '#web/api/whole-list.ts'
import { HrefLink } from '#web/router/Link.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { moneyText } from '#web/ui/format.ts'
import './GoodsField.css'
import type { EligibleLoan, Wish } from './eligibility-api.ts'
import type { Good } from './api.ts'

type Chosen = Wish['goods']

/** Those of the chosen that are offered still, at today's prices. */
function linesOf(offered: readonly Good[], chosen: Chosen): (Good & { quantity: number })[] {
  return chosen.flatMap(({ goodId, quantity }) => {
    const good = offered.find(({ id }) => id === goodId)
    return good ? [{ ...good, quantity }] : []
  })
}

/** How many of each good; what they come to together is the amount of the loan. */
export function GoodsField({
  values,
  loan,
  officer,
  error,
  set,
}: {
  values: Wish
  loan: EligibleLoan
  officer: boolean
  error: string | undefined
  set: (changes: Partial<Wish>) => void
}) {
  const asked = useQuery(wholeList(listGoods, {}))
  const offered = asked.data
  const lines = linesOf(offered ?? [], values.goods)
  const sum = lines.length > 0 ? costOfAll(lines) : undefined
  // Prices may have changed since a draft was kept.
  const isStale = offered !== undefined && (sum !== values.principal || lines.length !== values.goods.length)
  useEffect(() => {
    if (isStale) set({ principal: sum, goods: lines.map(({ id, quantity }) => ({ goodId: id, quantity })) })
  })
  if (asked.isError) return <LoadProblem title="Failed to load the goods" of={asked} />
  if (!offered) return <SkeletonLines lines={4} />
  if (offered.length === 0) {
    return (
      <Banner tone="warning" title="No goods are listed yet">
        {officer ? (
          <>
            A {loan.name} loan pays for goods of the society’s list.{' '}
            <HrefLink href="/coop/financial-operations/setup?tab=loans">Add the goods and their prices</HrefLink> first.
          </>
        ) : (
          `A ${loan.name} loan pays for goods that your society lists, and it lists none now. Ask an officer to add them, or choose another loan.`
        )}
      </Banner>
    )
  }
  const change = (goodId: GoodId, text: string) => {
    const quantity = Math.min(Number(text.replaceAll(/\D/g, '')), goodsQuantityMax)
    const others = values.goods.filter((each) => each.goodId !== goodId)
    const goods = quantity > 0 ? [...others, { goodId, quantity }].slice(-goodsLinesMax) : others
    set({ goods, principal: goods.length > 0 ? costOfAll(linesOf(offered, goods)) : undefined })
  }
  return (
    <fieldset className="goods">
      <legend>What {officer ? 'the member wants' : 'you want'}, and how many</legend>
      {offered.map((good) => {
        const quantity = values.goods.find(({ goodId }) => goodId === good.id)?.quantity
        return (
          <TextField
            key={good.id}
            label={good.name}
            hint={`${moneyText(good.price)} for one ${good.unit}${quantity && quantity > 1 ? `, ${moneyText(costOf({ price: good.price, quantity }))} together` : ''}`}
            inputMode="numeric"
            maxLength={4}
            placeholder="0"
            value={quantity?.toString() ?? ''}
            onChange={(text) => change(good.id, text)}
          />
        )
      })}
      <p aria-live="polite">
        <Together sum={sum} />{' '}
        <span className="muted">{`At most ${moneyText(loan.max)} can be borrowed now: ${loan.why}.`}</span>
      </p>
      {error && (
        <p className="field__error" role="alert">
          {error}{' '}
          {sum !== undefined && (
            <Button size="small" onClick={() => void asked.refetch()}>
              Show today’s prices
            </Button>
          )}
        </p>
      )}
    </fieldset>
  )
}

function Together({ sum }: { sum: Kobo | undefined }) {
  return sum === undefined ? (
    <>Nothing is chosen yet.</>
  ) : (
    <>
      The goods come to <strong className="number">{moneyText(sum)}</strong>, which is the amount of the loan.
    </>
  )
}

/** What was chosen, in one line. */
export function GoodsInWords({ goods }: { goods: Chosen }) {
  const asked = useQuery(wholeList(listGoods, {}))
  return (
    <>
      {linesOf(asked.data ?? [], goods)
        .map(({ name, quantity }) => `${quantity} × ${name}`)
        .join(', ')}
    </>
  )
}
