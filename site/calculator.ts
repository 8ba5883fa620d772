import { type LoanMethod, loanOf, nairaText, typedKobo } from './loan.ts'

const put = (id: string, text: string) => document.getElementById(id)?.replaceChildren(text)
const whole = (text: string, most: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most ? Number(text) : undefined

/** Marks what cannot be counted and gives the typed words of the rest. */
function live(id: string, show: (field: (name: string) => string) => string | undefined): void {
  const form = document.getElementById(id) as HTMLFormElement | null
  if (!form) return
  const refresh = () => {
    const data = new FormData(form)
    const wrong = show((name) => data.get(name) as string)
    for (const input of form.querySelectorAll('input')) input.setAttribute('aria-invalid', String(input.name === wrong))
  }
  form.addEventListener('input', refresh)
  form.addEventListener('submit', (event) => event.preventDefault())
  // Something may have been typed while this script was on its way.
  refresh()
}

live('loan', (field) => {
  const amount = typedKobo(field('amount'))
  const rate = typedKobo(field('rate'))
  const months = whole(field('months'), 120)
  if (!amount) return 'amount'
  if (rate === undefined || rate > 20_000n) return 'rate'
  if (!months) return 'months'
  const loan = loanOf(amount, rate, months, field('method') as LoanMethod)
  put('loan-title', `${nairaText(amount)} over ${months} months at ${field('rate').trim()} %`)
  put('loan-first', nairaText(loan.first))
  put('loan-interest', nairaText(loan.interest))
  put('loan-total', nairaText(loan.total))
  const rows = loan.instalments.map(({ number, principal, interest, balance }) => {
    const row = document.createElement('tr')
    for (const text of [String(number), ...[principal, interest, balance].map(nairaText)])
      row.insertCell().textContent = text
    return row
  })
  document.getElementById('loan-rows')?.replaceChildren(...rows)
  return undefined
})

live('society', (field) => {
  const members = whole(field('members'), 1_000_000)
  const monthly = typedKobo(field('monthly'))
  if (!members) return 'members'
  if (!monthly) return 'monthly'
  const month = BigInt(members) * monthly
  put('society-title', `${members} members, ${nairaText(monthly)} each month`)
  put('society-month', nairaText(month))
  put('society-member', nairaText(monthly * 12n))
  put('society-loan', nairaText(monthly * 24n))
  put('society-year', nairaText(month * 12n))
  return undefined
})
