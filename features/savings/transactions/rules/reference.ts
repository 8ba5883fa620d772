/** What two spellings of one teller number or bank reference share: its letters, digits and slashes. A slash tells parts of one payment apart. */
export function referenceKey(reference: string): string {
  return reference.toUpperCase().replaceAll(/[^\p{L}\p{N}/]/gu, '')
}
