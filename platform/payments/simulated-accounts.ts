import { randomBytes, randomInt } from 'node:crypto'
import { textOf } from '#platform/messages/ask-provider.ts'

type Customer = { id: number; customer_code: string; email: string; first_name: string; last_name: string }
export type SimulatedAccount = { customer: Customer; number: string; subaccount: string }

/** Account numbers of Paystack's customers, for `paystackSimulator`: the endpoints under /customer and /dedicated_account. */
export type SimulatedAccounts = {
  find(number: string): SimulatedAccount | undefined
  /** Status and body of the reply; undefined for what is none of this. */
  answer(method: string, path: string, query: URLSearchParams, body: () => unknown): [number, object] | undefined
}

/** The oldest make room, so that no one can fill the memory. */
const keptMax = 1000

export function simulatedAccounts(): SimulatedAccounts {
  const customers = new Map<string, Customer>()
  const accounts = new Map<string, SimulatedAccount>()
  const told = ({ customer, number, subaccount }: SimulatedAccount) => ({
    bank: { name: 'Test Bank', id: 20, slug: 'test-bank' },
    account_name: `AJOSE/${customer.first_name} ${customer.last_name}`.toUpperCase(),
    account_number: number,
    assigned: true,
    currency: 'NGN',
    active: true,
    ...(subaccount !== '' && { split_config: { subaccount } }),
    customer,
  })
  function customerOf(asked: unknown): Customer {
    const email = textOf(asked, 'email')
    const known = customers.get(email)
    if (known) return known
    const customer = {
      id: randomInt(1, 2 ** 31),
      customer_code: `CUS_${randomBytes(8).toString('hex')}`,
      email,
      first_name: textOf(asked, 'first_name'),
      last_name: textOf(asked, 'last_name'),
    }
    customers.set(email, customer)
    dropOldest(customers)
    return customer
  }
  function open(asked: unknown): [number, object] {
    const customer = [...customers.values()].find((each) => each.customer_code === textOf(asked, 'customer'))
    if (!customer) return [400, { status: false, message: 'Customer not found' }]
    const account = {
      customer,
      number: `99${String(randomInt(0, 100_000_000)).padStart(8, '0')}`,
      subaccount: textOf(asked, 'subaccount'),
    }
    accounts.set(account.number, account)
    dropOldest(accounts)
    return [200, { status: true, message: 'Assigned Managed Account Successfully Created', data: told(account) }]
  }
  return {
    find: (number) => accounts.get(number),
    answer(method, path, query, body) {
      if (method === 'POST' && path === '/customer')
        return [200, { status: true, message: 'Customer created', data: customerOf(body()) }]
      if (path !== '/dedicated_account') return undefined
      if (method === 'POST') return open(body())
      const found = [...accounts.values()].filter(({ customer }) => String(customer.id) === query.get('customer'))
      return [200, { status: true, message: 'Managed accounts successfully retrieved', data: found.map(told) }]
    },
  }
}

export function dropOldest(kept: Map<string, unknown>): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= keptMax) break
    kept.delete(oldest)
  }
}
