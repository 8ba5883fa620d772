/**
 * A payment of a batch on its way through a provider. Held: the provider did not take it, and it can be tried again. Stopped:
 * an officer finds out what became of it.
 */
export const payoutStatuses = ['queued', 'sending', 'sent', 'held', 'paid', 'failed', 'stopped'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** Hours after which an officer may mark by hand what the provider still says nothing about. */
export const handMarkAfterHours = 72

/** A key as Paystack writes it. */
export const payoutKeyPattern = /^sk_(?:live|test)_\w{8,120}$/

/** Whether the key moves real money. */
export const isLiveKey = (key: string) => key.startsWith('sk_live_')
