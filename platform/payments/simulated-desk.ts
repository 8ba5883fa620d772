/** A transaction as the payer left it, in kobo. */
export type NairaTransaction = {
  /** The provider's own number. */
  id: number
  reference: string
  subaccount: string
  amount: bigint
  status: 'begun' | 'paid' | 'failed'
  currency: string
  paidAt: Date
}

export type NairaCase = {
  id: number
  kind: 'refund' | 'dispute'
  of: NairaTransaction
  amount: bigint
  /** `taken`: the money is gone. */
  status: 'open' | 'taken' | 'kept'
  createdAt: Date
}
export type NairaSettlement = {
  id: number
  subaccount: string
  payments: NairaTransaction[]
  /** What was taken back, of both kinds. */
  refunds: bigint
  chargebacks: bigint
  isPaid: boolean
  at: Date
}

/** What a provider that is played gives back and pays to banks, in kobo; how it says so is its simulator's. */
export type SimulatedDesk = {
  cases: NairaCase[]
  settlements: NairaSettlement[]
  begin(kind: NairaCase['kind'], of: NairaTransaction, amount?: bigint): NairaCase
  end(id: number, status: 'taken' | 'kept'): void
  /** All of a sub-account that was paid and is in no settlement, less what was taken back since the last one. */
  settle(subaccount: string, isPaid?: boolean): NairaSettlement
}

export function simulatedDesk(transactions: () => Iterable<NairaTransaction>): SimulatedDesk {
  const cases: NairaCase[] = []
  const settlements: NairaSettlement[] = []
  const deducted = new Set<number>()
  let numbers = 41_000
  return {
    cases,
    settlements,
    begin(kind, of, amount = of.amount) {
      const begun: NairaCase = { id: (numbers += 1), kind, of, amount, status: 'open', createdAt: new Date() }
      cases.push(begun)
      return begun
    },
    end(id, status) {
      const found = cases.find((each) => each.id === id)
      if (!found) throw new Error(`No refund or dispute ${id}`)
      found.status = status
    },
    settle(subaccount, isPaid = true) {
      const settled = new Set(settlements.flatMap(({ payments }) => payments))
      const payments = [...transactions()].filter(
        (each) => each.subaccount === subaccount && each.status === 'paid' && !settled.has(each),
      )
      const taken = cases.filter(
        ({ id, of, status }) => status === 'taken' && of.subaccount === subaccount && !deducted.has(id),
      )
      for (const { id } of taken) deducted.add(id)
      const sumOf = (wanted: NairaCase['kind']) =>
        taken.filter(({ kind }) => kind === wanted).reduce((sum, { amount }) => sum + amount, 0n)
      const settlement = { refunds: sumOf('refund'), chargebacks: sumOf('dispute'), isPaid, at: new Date() }
      settlements.push({ id: (numbers += 1), subaccount, payments, ...settlement })
      return settlements.at(-1) as NairaSettlement
    },
  }
}
