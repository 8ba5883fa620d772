import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'
export const applicationStatuses = ['waiting', 'approved', 'declined'] as const

/**
 * How many people behind one address may apply to one society in an hour. Whole towns share an address of a mobile
 * network, and a society enrols them at one meeting; a program sends thousands.
 */
export const applicationsPerHour = 40

/**
 * How many may wait at once: beyond it no one reads them, and a flood stops here. As many again may come from networks that sent
 * at most `applicationsOfQuietNetwork` within a day, so that a flood from one address closes the list for that address alone.
 */
export const applicationsWaitingMax = 1000
export const applicationsOfQuietNetwork = 5

/** Why no more may wait from this network: how many wait, and how many it sent within a day. */
export function isFull(waiting: number, ofNetwork: number): boolean {
  return waiting >= applicationsWaitingMax * (ofNetwork < applicationsOfQuietNetwork ? 2 : 1)
}

/** Days after which what a declined person told about themselves is deleted. */
export const declinedKeptDays = 180

/** What the applicant agrees to; the version is kept with the application, so a changed sentence gets a new one. */
export const applicationPurpose = { version: '2026-11', text: fill(strings.theSocietyUsesWhatI, { declinedKeptDays }) }

/** The number that an applicant is given and quotes, such as M-00012. */
export function applicationNumber(number: number): string {
  return `M-${String(number).padStart(5, '0')}`
}
