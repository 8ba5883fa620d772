/** By these other features notify people, in the transaction of the event. */
export { notifyMembers, notifyOfficers, notifyPlatform, notifyPlatformOnce } from './writes.ts'
