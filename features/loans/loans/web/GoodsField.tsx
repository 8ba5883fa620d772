import { useQuery } from '@tanstack/react-query'
import { listGoods } from '#features/loans/goods/contract.ts'
import { useEffect } from 'react'
import { goodsLinesMax, goodsQuantityMax } from '#features/loans/loans/rules/goods-limits.ts'
import { costOf, costOfAll } from '#features/loans/loans/rules/goods.ts'
import type { GoodId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { HrefLink } from '#ui/router/Link.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { moneyText } from '#ui/format.ts'
import './GoodsField.css'
import type { EligibleLoan, Wish } from './eligibility-api.ts'
import type { Good } from './api.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

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
  if (asked.isError) return <LoadProblem title={strings.failedToLoadTheGoods} of={asked} />
  if (!offered) return <SkeletonLines lines={4} />
  if (offered.length === 0) {
    return (
      <Banner tone="warning" title={strings.noGoodsAreListedYet}>
        {officer ? (
          <>
            {fill(strings.aLoanPaysForGoods, { name: loan.name })}{' '}
            {fillElements(strings.hrefLinkFirst, {
              hrefLink: (
                <HrefLink href="/coop/financial-operations/setup?tab=loans">{strings.addTheGoodsAndTheir}</HrefLink>
              ),
            })}
          </>
        ) : (
          fill(strings.aLoanPaysForGoodsThat, { name: loan.name })
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
      <legend>{fill(strings.whatAndHowMany, { officer: officer ? strings.theMemberWants : strings.youWant })}</legend>
      {offered.map((good) => {
        const quantity = values.goods.find(({ goodId }) => goodId === good.id)?.quantity
        return (
          <TextField
            key={good.id}
            label={good.name}
            hint={fill(quantity && quantity > 1 ? strings.forOneAndTogether : strings.forOne, {
              price: moneyText(good.price),
              unit: good.unit,
              cost: moneyText(costOf({ price: good.price, quantity: quantity ?? 0 })),
            })}
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
        <span className="muted">{fill(strings.atMostCanBeBorrowed, { max: moneyText(loan.max), why: loan.why })}</span>
      </p>
      {error && (
        <p className="field__error" role="alert">
          {error}{' '}
          {sum !== undefined && (
            <Button size="small" onClick={() => void asked.refetch()}>
              {strings.showTodaysPrices}
            </Button>
          )}
        </p>
      )}
    </fieldset>
  )
}

function Together({ sum }: { sum: Kobo | undefined }) {
  return sum === undefined ? (
    <>{strings.nothingIsChosenYet}</>
  ) : (
    <>{fillElements(strings.theGoodsComeToWhich, { sum: <strong className="number">{moneyText(sum)}</strong> })}</>
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
