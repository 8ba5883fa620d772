export const contactMessageStatuses = ['open', 'answered'] as const

/** How many messages one address may send in an hour. */
export const contactMessagesPerHour = 5

/** The number that a visitor is given and quotes, such as C-000123. */
export function contactNumber(number: number): string {
  return `C-${String(number).padStart(6, '0')}`
}
