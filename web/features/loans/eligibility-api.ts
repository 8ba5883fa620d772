import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { MemberId } from '#domain/ids.ts'
import { loanQueries } from './api.ts'
import { instalmentsOf, type Wish } from './LoanWishFields.tsx'

/** How the member stands with what is filled in, asked anew a moment after each change; `loan` is the one that is chosen. */
export function useEligibility(wish: Wish, memberId: MemberId | undefined, enabled = true) {
  const now = {
    ...(memberId && { memberId }), ...(wish.principal !== undefined && wish.principal > 0n && { principal: wish.principal }), ...(wish.netSalary !== undefined && wish.netSalary > 0n && { netSalary: wish.netSalary }),
    ...(instalmentsOf(wish) !== undefined && { instalments: instalmentsOf(wish) }),
  }
  const settled = useSettled(now, Object.values(now).join(' '))
  const asked = useQuery({ ...loanQueries.eligibility({ ...settled, ...(memberId && { memberId }) }), enabled })
  const loan = asked.data?.loans.find(({ loanConfigId, isDefault }) => (wish.loanConfigId ? loanConfigId === wish.loanConfigId : isDefault))
  return { ...asked, loan, retry: () => void asked.refetch() }
}

/** A value that is being typed, once it has stayed the same for a moment. `key` says when two are the same. */
function useSettled<T>(value: T, key: string): T {
  const [settled, setSettled] = useState({ value, key })
  useEffect(() => {
    if (settled.key === key) return undefined
    const timer = setTimeout(() => setSettled({ value, key }), 250)
    return () => clearTimeout(timer)
  }, [value, key, settled.key])
  return settled.value
}
