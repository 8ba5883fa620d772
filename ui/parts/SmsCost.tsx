import { useQuery } from '@tanstack/react-query'
import { getSmsBudget } from '#features/access/messages/contract.ts'
import { smsParts, smsText } from '#features/access/messages/rules/sms-text.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { query } from '#ui/api/query.ts'
import { countText } from '#ui/format.ts'

/** What sending this text by SMS to so many takes, before it is sent. */
export function SmsCost({ text, count }: { text: string; count: number }) {
  const { data } = useQuery({ ...query(getSmsBudget, {}), staleTime: 0 })
  if (!data || count === 0) return null
  const { society, partCost, max, used } = data
  const parts = smsParts(smsText(`${society}: ${text}`))
  const sms = parts * count
  return (
    <p className="muted" aria-live="polite">
      {`Up to ${countText(sms)} SMS${parts > 1 ? `, ${parts} for each member` : ''}: about ${moneyText((partCost * BigInt(sms)) as Kobo)}.`}
      {max !== null && ` This month ${countText(used)} of ${countText(max)} SMS are used.`}
    </p>
  )
}
