export const notificationTypes = ['info', 'success', 'warning', 'error'] as const
export type NotificationType = (typeof notificationTypes)[number]

export const notificationStatuses = ['unread', 'read'] as const

/** The longest message: what still reads on a phone, and four SMS. */
export const messageLengthMax = 500

/** Whether a path is a page of the members' portal, the only thing that a member's notification may lead to. */
export function isPortalPath(path: string): boolean {
  return /^\/member\/[a-z0-9/-]{1,150}$/.test(path)
}
