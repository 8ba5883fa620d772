import { session } from '#ui/session/session.ts'

/** What a member sent without a name from this device: the code that reads the answer, and what it was about. */
export type StoredEnquiry = { reference: string; subject: string }

const keptMax = 50

/** Logging out leaves it here, because nothing else leads to the answer; it is the member's own for each login on this device. */
function key(): string {
  return `enquiries:${session.owner()}`
}

export function readKept(): StoredEnquiry[] {
  try {
    return JSON.parse(localStorage.getItem(key()) ?? '[]') as StoredEnquiry[]
  } catch {
    return []
  }
}

/** Answers false where the device stores nothing: then the member has to write the code down. */
export function saveEnquiry(kept: StoredEnquiry): boolean {
  try {
    localStorage.setItem(key(), JSON.stringify([kept, ...readKept()].slice(0, keptMax)))
    return true
  } catch {
    return false
  }
}

export function dropKept(reference: string): void {
  localStorage.setItem(key(), JSON.stringify(readKept().filter((kept) => kept.reference !== reference)))
}
