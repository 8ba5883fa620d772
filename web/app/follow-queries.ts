import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Topic } from '#contract/live.ts'
import { type Change, followChanges } from '#web/api/follow-changes.ts'
import { renewWith } from '#web/api/renewal.ts'
import { session } from '#web/session/session.ts'

const figures = ['cooperatives/statistics', 'financial/approvals', 'financial/dashboard', 'member-portal']
const people = ['members', 'cooperatives/members', 'cooperatives/leavings', 'financial/members']

/**
 * What may show a change of each topic, by how its address begins. Reports, previews and files are not among it: they cost the
 * server much, and a person who reads one wants the figures to stay as they are. That no page of a changed resource is left out is
 * held for every endpoint by tools/live-topics.test.ts.
 */
export const shownBy: Record<Exclude<Topic, 'everything'>, readonly string[]> = {
  notifications: ['notifications'],
  members: [...figures, ...people, 'membership-applications', 'member-requests'],
  transactions: [
    ...figures,
    ...people,
    'financial/transactions',
    'financial/contributions',
    'financial/deductions',
    'financial/fixed-deposits',
    'financial/interest',
    'financial/employers',
    'financial/depreciation',
    'financial/loan-accruals',
    'financial/books',
    'financial/opening-balances',
    'financial/reconciliation',
    'financial/year-closings',
    'financial/online-payments',
    'financial/held-money',
    'financial/pledges',
    'financial/surpluses',
    'financial/dividends',
    'financial/fixed-assets',
    'financial/accounts',
    'financial/loans',
    'imports',
  ],
  loans: [
    ...figures,
    'financial/members',
    'financial/loans',
    'financial/guarantees',
    'financial/write-offs',
    'financial/loan-statuses',
    'financial/goods',
  ],
  approvals: [
    'financial/approvals',
    'change-requests',
    'member-requests',
    'membership-applications',
    'financial/transactions',
    'financial/loans',
    'financial/payment-batches',
    'financial/books',
    'financial/opening-balances',
    'financial/reconciliation',
    'financial/year-closings',
  ],
  meetings: ['governance', 'member-portal'],
  settings: [
    'cooperatives/profile',
    'cooperatives/join-page',
    'cooperatives/support-access',
    'cooperatives/api-keys',
    'cooperatives/external-auditors',
    'cooperatives/webhooks',
    'cooperatives/webhook-deliveries',
    'financial/config',
    'financial/configs',
    'financial/loan-config',
    'financial/loan-configs',
    'financial/account-types',
    'financial/bank-accounts',
    'financial/online-payment-settings',
    'financial/payout-settings',
    'messages',
    'financial/reminders',
    'financial/surplus-rules',
    'financial/dividend-settings',
    'financial/dividend-rules',
    'financial/bank-layouts',
    'financial/provision-classes',
  ],
  platform: [
    'cooperatives/list',
    'cooperatives/search',
    'cooperatives/details',
    'cooperatives/statistics',
    'contact-messages',
    'platform/support-access',
    'platform/unclaimed-money',
    'support-contact',
  ],
}

/** Milliseconds between two times that a page asks again, however much happens. */
const apart = 1000

/** Asks again for what is on the screen when others change it. Returns how to end that. */
export function followQueries(client: QueryClient, owner: string): () => void {
  let waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = -Infinity

  function ask() {
    timer = undefined
    lastAt = performance.now()
    const beginnings = [...waiting].map((each) => each.split('/'))
    waiting = new Set()
    void client.invalidateQueries({ predicate: ({ queryKey }) => beginnings.some((each) => begins(queryKey, each)) })
  }
  function heard({ topics, spread }: Change) {
    const addresses = topics.flatMap((topic) =>
      topic === 'everything' ? Object.values(shownBy).flat() : (shownBy[topic] ?? []),
    )
    for (const address of addresses) waiting.add(address)
    timer ??= setTimeout(ask, Math.max(Math.random() * spread, lastAt + apart - performance.now()))
  }
  const following = followChanges(owner, session.openedAt(), heard)
  renewWith(() => {
    following.changed()
    return client.invalidateQueries()
  })
  return () => {
    renewWith(() => client.invalidateQueries())
    following.stop()
    clearTimeout(timer)
  }
}

function begins(key: QueryKey, beginning: readonly string[]): boolean {
  return beginning.every((part, n) => key[n] === part)
}
